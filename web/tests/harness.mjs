// Tests that speak TAP, one after the other, and a service for them to ask.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const tests = [];

export function test(name, body) {
  tests.push({ name, body });
}

/**
 * Runs all tests, so many at once; with words on the command line behind the program, those whose name
 * has one.
 */
export async function runTests(only = [], atOnce = 1) {
  const chosen = tests.filter(
    ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  console.log(`1..${chosen.length}`);
  let failed = 0;
  let said = 0;
  const run = async ({ name, body }) => {
    const before = Date.now();
    try {
      await body();
      console.log(`ok ${++said} - ${name} # ${Date.now() - before} ms`);
    } catch (error) {
      failed++;
      console.log(`not ok ${++said} - ${name}`);
      console.error(String(error.stack ?? error).replace(/^/gm, "# "));
    }
  };
  const waiting = [...chosen];
  const worker = async () => {
    while (waiting.length > 0) await run(waiting.shift());
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

export function check(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** A `tahur serve` on a free port, with games of its own. */
export class Service {
  constructor(program, settings = []) {
    this.program = program;
    this.settings = settings;
    this.folder = mkdtempSync(join(tmpdir(), "tahur-page-"));
    this.port = 0;
  }

  /** Started again, it is at the same address and has the same games. */
  async start() {
    const data = join(this.folder, "games.db");
    const args = ["serve", "--port", String(this.port), "--data", data, ...this.settings];
    this.child = spawn(this.program, args, { stdio: ["ignore", "pipe", "ignore"] });
    const address = await new Promise((resolve, reject) => {
      let said = "";
      this.child.stdout.on("data", (bytes) => {
        said += bytes;
        const found = /http:\/\/\S+/.exec(said);
        if (found && said.includes("\n")) resolve(found[0]);
      });
      this.child.once("exit", (status) => reject(new Error(`tahur serve ended with ${status}`)));
    });
    this.base = new URL(address).origin;
    this.port = Number(new URL(this.base).port);
    return this;
  }

  /** "SIGKILL" as well as "SIGTERM". */
  async end(signal = "SIGTERM") {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill(signal);
    await ended;
  }

  async drop() {
    await this.end("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async ask(path, body) {
    const answer = await fetch(`${this.base}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body && JSON.stringify(body),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.error}`);
    return said;
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
