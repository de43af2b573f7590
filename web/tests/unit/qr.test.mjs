import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { load } from "./load.mjs";

const { qrCode } = await load("parts/qr.ts");

const rows = (code) => code.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
const address = (n) => ("http://192.168.1.20:8080/g/" + "aZ09_-ñ€".repeat(40)).slice(0, n);

test("a short text is a small code with its three corners", () => {
  const code = rows(qrCode("tahur"));
  assert.equal(code.length, 21);
  const corner = ["#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........"];
  corner.forEach((row, y) => {
    const back = [...row].reverse().join("");
    assert.equal(code[y].slice(0, 8), row);
    assert.equal(code[y].slice(-8), back);
    assert.equal(code[20 - y].slice(0, 8), row);
  });
});

// An independent decoder (jsQR 1.4.0) has read every length from 1 to 213 bytes from these codes.
for (const [characters, size, digest] of [
  [1, 21, "576aa0d4f321153f"],
  [27, 29, "5dfc5d32965ca3e7"],
  [60, 37, "f8f0f7ff385da9e4"],
  [75, 41, "6c5fbd6989de8bf4"],
  [100, 49, "300489aec3e9ef08"],
  [130, 53, "5dba21f979e8b97b"],
  [160, 57, "8b4b40c2246f1155"],
])
  test(`a text of ${characters} characters is the code that a decoder has read`, () => {
    const code = qrCode(address(characters));
    assert.equal(code.length, size);
    const found = createHash("sha256").update(rows(code).join("\n")).digest("hex").slice(0, 16);
    assert.equal(found, digest);
  });

test("a text that is too long has none", () => {
  assert.notEqual(qrCode("x".repeat(213)), null);
  assert.equal(qrCode("x".repeat(214)), null);
});
