import { afterEach, expect, test, vi } from 'vitest'
import { keepGrown } from './grow-with-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** A field without layout of its own; `text` is the height of its text, and a hidden field has none. */
function newField(text: number) {
  let resized = () => {}
  let isObserved = false
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => act())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(observer: () => void) {
        resized = observer
      }
      observe = () => {
        isObserved = true
      }
      disconnect = () => {
        isObserved = false
      }
    },
  )
  const field = { style: { height: '' }, scrollHeight: text, offsetHeight: 2, clientHeight: 0 }
  return {
    field,
    grown: keepGrown(field as HTMLTextAreaElement),
    resize: (height: number) => {
      field.scrollHeight = height
      if (isObserved) resized()
    },
    isObserved: () => isObserved,
  }
}

test('a field that is hidden keeps its rows, and has the height of its text once it is shown', () => {
  const { field, grown, resize, isObserved } = newField(0)
  grown.grow()
  expect(field.style.height).toBe('')
  resize(70)
  expect(field.style.height).toBe('72px')
  resize(0)
  expect(field.style.height).toBe('72px')
  grown.stop()
  expect(isObserved()).toBe(false)
})

test('a height that the person dragged stays when more is typed', () => {
  const { field, grown } = newField(70)
  grown.grow()
  expect(field.style.height).toBe('72px')
  field.scrollHeight = 90
  grown.grow()
  expect(field.style.height).toBe('92px')
  field.style.height = '300px'
  grown.grow()
  expect(field.style.height).toBe('300px')
})
