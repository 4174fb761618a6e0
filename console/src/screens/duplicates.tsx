// Shows duplicates as a screen.
export { DuplicatesPage as default } from '../duplicates/duplicates-page.tsx'
