from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from PIL import Image

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer


@pytest.mark.parametrize("root", ["", "/stackyard"])
def test_a_browser_can_install_the_pages(make_server: MakeServer, root: str) -> None:
    client = make_server(root=root).client
    page = client.get(f"{root}/")
    assert f'<link rel="manifest" href="{root}/manifest.webmanifest">' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]
    answer = client.get(f"{root}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert {urljoin(str(answer.url), told[key]) for key in ("scope", "start_url")} == {
        f"http://localhost{root}/"
    }
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        drawn = Image.open(BytesIO(client.get(urljoin(str(answer.url), icon["src"])).content))
        assert f"{drawn.width}x{drawn.height}" == icon["sizes"]


def test_search_engines_keep_away_from_tables(make_server: MakeServer) -> None:
    lines = make_server().client.get("/robots.txt").text.splitlines()
    assert "Disallow: /" in lines
    assert "Allow: /games/" in lines
    assert not [line for line in lines if "/t/" in line]


@pytest.mark.parametrize("path", ["/", "/games/silo", "/games/silo/rules", "/games/silo/lesson"])
def test_a_page_describes_itself_to_those_who_search(make_server: MakeServer, path: str) -> None:
    page = make_server().client.get(path).text
    (described,) = re.findall('<meta name="description" content="([^"]+)"', page)
    assert len(described) > 30
