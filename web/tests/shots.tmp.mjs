import { Browser } from "./browser.mjs";
const b = await new Browser("/tmp/pages/shots").start();
for (const name of process.argv.slice(2)) for (const [w,s] of [[1280,"light"],[1000,"dark"],[600,"light"],[390,"dark"]])
  await b.person("file://", async (page) => {
    await page.goto(`file:///tmp/pages/${name}.html`);
    const over = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    const boxes = await page.evaluate(() => [...document.querySelectorAll(".box,.wide")].map(e => [e.tagName, e.scrollWidth, e.clientWidth].join(" ")));
    console.log(name, w, over, boxes.join("; "));
    await page.picture(`${name}-${w}`);
  }, { viewport: { width: w, height: 900 }, colorScheme: s });
await b.end();
