// node compare.mjs MODEL SAMPLES: runs the ONNX model in onnxruntime (its WebAssembly, on one
// thread) and compares with what the network itself said. SAMPLES: three int32 (rows, inputs,
// outputs), then float32 (rows, inputs) and (rows, outputs), least significant byte first.
import { readFileSync } from "node:fs";
import * as ort from "onnxruntime-web/wasm";

const TOLERANCE = 1e-4;
const [modelPath, samplesPath] = process.argv.slice(2);
const bytes = readFileSync(samplesPath);
const samples = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const [rows, inputs, outputs] = new Int32Array(samples, 0, 3);
const observations = new Float32Array(samples, 12, rows * inputs);
const expected = new Float32Array(samples, 12 + 4 * rows * inputs, rows * outputs);

ort.env.wasm.numThreads = 1;
const session = await ort.InferenceSession.create(readFileSync(modelPath));

async function values(from, count) {
  const some = observations.slice(from * inputs, (from + count) * inputs);
  const result = await session.run({ observation: new ort.Tensor("float32", some, [count, inputs]) });
  if (String(result.values.dims) !== String([count, outputs])) throw new Error(`${result.values.dims}`);
  return result.values.data;
}

let worst = 0;
let compared = 0;
for (let from = 0, count = 1; from < rows; from += count, count = Math.min(3 * count, rows - from)) {
  const found = await values(from, count); // batches of 1, 3, 9, …: any size will do
  for (let i = 0; i < count * outputs; i++, compared++)
    worst = Math.max(worst, Math.abs(found[i] - expected[from * outputs + i]));
}
const agreed = compared === rows * outputs && worst <= TOLERANCE;
console.log(`${rows} observations, ${compared} values, the largest difference is ${worst.toExponential(1)}`);
process.exit(agreed ? 0 : 1);
