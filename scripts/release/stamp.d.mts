// Declares the types of stamp.mjs for the tests that import it.
export function newerThan(version: string, other: string): boolean
export function withVersion(text: string, version: string): string
export function releaseSection(text: string, version: string, date: string): string
