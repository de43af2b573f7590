import { render } from "preact";
import { App } from "./app";
import { guardClicks } from "./parts/guard";
import "./style/page.css";

guardClicks();
render(<App />, document.getElementById("page")!);
