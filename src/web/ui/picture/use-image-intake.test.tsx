import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { useImageIntake } from './use-image-intake.ts'

function Form({ onFile }: { onFile: (file: File) => void }) {
  useImageIntake(onFile)
  return (
    <form>
      <textarea />
      <p>A picture</p>
    </form>
  )
}

test.each([
  ['a picture into a field', 'textarea', ['text/html', 'Files'], true],
  ['a file with its name beside a field', 'p', ['text/plain', 'Files'], true],
  [
    'cells of a table, which come with a picture of them, into a field',
    'textarea',
    ['text/plain', 'Files'],
    false,
  ],
  ['words into a field', 'textarea', ['text/plain'], false],
])('pasting %s', async (_, into, types, isPicture) => {
  const { document, show } = inDocument()
  const { Element, Event } = document.defaultView as unknown as typeof globalThis
  vi.stubGlobal('Element', Element)
  const taken: File[] = []
  await show(<Form onFile={(file) => taken.push(file)} />)
  const picture = new File(['x'], 'image.png', { type: 'image/png' })
  const event = new Event('paste', { bubbles: true, cancelable: true })
  const clipboardData = { types, files: types.includes('Files') ? [picture] : [] }
  await act(async () => document.querySelector(into)?.dispatchEvent(Object.assign(event, { clipboardData })))
  expect({ isKeptFromField: event.defaultPrevented, taken }).toEqual({
    isKeptFromField: isPicture,
    taken: isPicture ? [picture] : [],
  })
})
