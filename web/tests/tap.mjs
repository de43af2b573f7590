// Stands between a page and the service and keeps every byte that comes back.

import { createServer, request } from "node:http";

export class Tap {
  constructor(service) {
    this.service = service;
    this.heard = []; // { path, type, text } of every answer; streams grow
    this.server = createServer((question, answer) => this.pass(question, answer));
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.base = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  pass(question, answer) {
    const headers = { ...question.headers, host: new URL(this.service.base).host };
    if (headers.origin) headers.origin = this.service.base;
    delete headers["accept-encoding"];
    const onward = request(
      this.service.base + question.url,
      { method: question.method, headers },
      (said) => {
        const kept = { path: question.url, type: said.headers["content-type"] ?? "", text: "" };
        this.heard.push(kept);
        answer.writeHead(said.statusCode, said.headers);
        said.setEncoding("utf8");
        said.on("data", (text) => {
          kept.text += text;
          answer.write(text);
        });
        said.on("end", () => answer.end());
        said.on("error", () => answer.destroy());
      },
    );
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    question.pipe(onward);
  }

  end() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Every JSON text that came, those of events included, in the order in which they began. */
  texts() {
    return this.heard.flatMap(({ type, text }) => {
      if (type.startsWith("application/json")) return [text];
      if (!type.startsWith("text/event-stream")) return [];
      return text
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trim());
    });
  }
}
