// Reads the product's version from package.json.
import { productFiles } from './product-files.ts'

export const version: string = JSON.parse(String(productFiles.read('package.json'))).version
