// node page.mjs TAHUR TAHUR_WITH_PIG PICTURES [WORD…]: the page in a browser, with the service behind it;
// with words, only tests whose name has one of them. Makes a picture of every view.

import { resolve } from "node:path";

import * as accidents from "./accidents.mjs";
import { Browser } from "./browser.mjs";
import * as games from "./games.mjs";
import { runTests, Service } from "./harness.mjs";
import * as hidden from "./hidden.mjs";
import * as life from "./life.mjs";
import { addPlainTests } from "./plain.mjs";
import * as review from "./review.mjs";
import * as readme from "./readme.mjs";
import * as reports from "./reports.mjs";
import * as shared from "./shared.mjs";
import * as third from "./third.mjs";
import * as tongues from "./tongues.mjs";
import * as views from "./views.mjs";

const AT_ONCE = 3; // a page often waits for its service, and the service for its page

const [path, pig, pictures, ...only] = process.argv.slice(2);
const program = resolve(path); // some tests run it in folders of their own
const service = await new Service(program).start();
const browser = await new Browser(pictures).start();
const house = { service, browser, program, pictures };

// The longest first, so that none is left alone at the end.
for (const part of [games, tongues, hidden, life, accidents, review, shared, readme, views, third, reports])
  part.addTests(house);
tongues.addTokenTests(house);
addPlainTests({ browser, pig: resolve(pig) });

const failed = await runTests(only, AT_ONCE);
await browser.end();
await service.drop();
process.exit(failed > 0 ? 1 : 0);
