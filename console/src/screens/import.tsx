// Shows one import as a screen.
export { ImportPage as default } from '../imports/import-page.tsx'
