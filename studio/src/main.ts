// The page: one screen at a time, chosen by its address.

import "./style.css";
import { compareScreen } from "./compare/screen";
import { homeScreen } from "./home/screen";
import { makeScreen } from "./make/screen";
import { playScreen } from "./play/screen";
import { runScreen } from "./run/screen";
import { type Screen, frame } from "./shell";

/** The screen of an address. */
function screenOf(url: URL): Screen {
  const [, name = "", rest = ""] = url.pathname.split("/");
  const what = decodeURIComponent(rest);
  switch (name) {
    case "make":
      return makeScreen();
    case "play":
      return playScreen(what);
    case "run":
      return runScreen(what, url.searchParams);
    case "compare":
      return compareScreen((url.searchParams.get("runs") ?? "").split(",").filter(Boolean));
    default:
      return homeScreen();
  }
}

frame(screenOf);
