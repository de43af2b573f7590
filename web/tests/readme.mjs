export function addTests() {}
