// Declares the types of stage.mjs for the tests that import it.
export function stagePackage(folder: string): Promise<string>
export function filesBelow(folder: string): string[]
