// Tests the escaping of HTML.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../src/base/text/html.ts'

test('HTML escapes by default', () => {
  assert.equal(html`<p>${'<&>"\'`'}</p>`.text, '<p>&#60;&#38;&#62;&#34;&#39;&#96;</p>')
  assert.equal(html`${[html`<b>${1}</b>`, null]}`.text, '<b>1</b>')
})
