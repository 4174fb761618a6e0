// Tests that the console and the pages of the server have one mark and one palette.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownLook } from '../../src/pages/look.ts'
import { style } from '../../src/pages/style.ts'
import { read } from './files.ts'

test('the icon of the console is the mark of the pages', () => {
  const drawing = /<rect.*(?=<\/svg>)/
  assert.equal(drawing.exec(read('console/src/ui/display/icon.svg'))?.[0], drawing.exec(ownLook.brand.text)?.[0])
  assert.match(read('console/index.html'), /href="\/src\/ui\/display\/icon\.svg"/)
})

test('the colours of the pages are those of the theme', () => {
  const theme = read('console/src/ui/theme/theme.ts')
  const [, light = '', dark = ''] = /:root\{(.*?)\}.*?:root\{(.*?)\}/s.exec(style) ?? []
  for (const palette of [light, dark]) {
    const colours = [...palette.matchAll(/--(ink|paper|line|mark|press|bad):(#\w+)/g)]
    assert.equal(colours.length, 6)
    for (const [, name, colour = ''] of colours) assert.ok(theme.includes(colour), `${name} ${colour}`)
  }
})
