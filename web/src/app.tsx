export function App() {
  return <h1>tahur</h1>;
}
