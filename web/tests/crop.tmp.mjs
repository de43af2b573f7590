import { Browser } from "./browser.mjs";
const [name, w, y, h, scheme, scroll] = process.argv.slice(2);
const b = await new Browser("/tmp/pages/shots").start();
await b.person("file://", async (page) => {
  await page.goto(`file:///tmp/pages/${name}.html`);
  if (scroll) await page.evaluate(() => document.querySelectorAll(".box").forEach(e => e.scrollLeft = 1000));
  await page.screenshot({ path: "/tmp/pages/crop.png", fullPage: true, clip: { x: 0, y: +y, width: +w, height: +h } });
}, { viewport: { width: +w, height: 900 }, colorScheme: scheme });
await b.end();
