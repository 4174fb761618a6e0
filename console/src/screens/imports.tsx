// Shows the imports as a screen.
export { ImportsPage as default } from '../imports/imports-page.tsx'
