# `stackyard serve` in a container; docs/players/online.md has the commands that build and run it.
# PYTHON may name another image with Python 3.11 or newer, its header files, and apt.
ARG PYTHON=python:3.13-slim-bookworm

FROM ${PYTHON} AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/stackyard
WORKDIR /src
COPY . .
ARG STACKYARD_COMPILE=1
RUN /opt/stackyard/bin/python -m pip install --no-cache-dir -r requirements.txt

FROM ${PYTHON}
RUN groupadd --gid 10001 stackyard \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data stackyard \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /opt/stackyard /opt/stackyard
ENV PATH=/opt/stackyard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_DATA_HOME=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python3", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/', timeout=4)"]
ENTRYPOINT ["stackyard"]
CMD ["serve", "--host", "0.0.0.0"]
