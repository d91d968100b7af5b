// The start page says where it is your turn, once this browser stores links to matches.

import { element, make } from "./dom.js";
import { summary } from "./post.js";
import { root } from "./root_path.js";
import { matches } from "./storage.js";

const SHOWN = 5; // matches in the list
const ASKED = 20; // of the latest matches

async function show() {
  const tokens = matches().slice(0, ASKED);
  const found = await Promise.all(tokens.map(async (token) => ({ token, ...(await summary(token)) })));
  const against = (match) => match.players.find((who) => who !== "you");
  const waiting = found.filter((match) => match.your_turn && against(match)).slice(0, SHOWN);
  const lines = waiting.map((match) => {
    const link = make("a", "button primary", `Your turn: ${match.game} against ${against(match)}`);
    link.href = `${root}/t/${match.token}`;
    return make("li", "", link);
  });
  element("turns").replaceChildren(...lines);
  element("yours").hidden = !lines.length; // it takes the room of the greeting
  element("lead").hidden = lines.length > 0;
}

show();
