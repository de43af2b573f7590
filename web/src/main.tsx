import { render } from "preact";
import { App } from "./app";
import { guardClicks } from "./parts/guard";
import { showTheme } from "./theme";
import "./style/page.css";

showTheme();
guardClicks();
render(<App />, document.getElementById("page")!);
