import { expect, test } from 'vitest'
import { formDraft } from './form-draft.ts'

const empty = { name: '', domains: 'Roads' }
const form = formDraft('a-form', empty)

function memory(initial?: string) {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => initial ?? kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('what was typed comes back with the same id, so that a retry after a reload makes no second agent', () => {
  const storage = memory()
  const draft = { id: 'an-id', values: { ...empty, name: 'Ovid' }, fileName: 'ovid.png' }
  form.save(storage, draft)
  expect(form.read(storage)).toEqual({ ...draft, restored: true })
})

test('two forms keep apart what was typed', () => {
  const storage = memory()
  form.save(storage, { id: 'an-id', values: { ...empty, name: 'Ovid' } })
  expect(formDraft('another-form', empty).read(storage)).toMatchObject({ values: empty, restored: false })
})

test('a draft that was cleared leaves a new form with a new id', () => {
  const storage = memory()
  form.save(storage, { id: 'an-id', values: { ...empty, name: 'Ovid' } })
  form.clear(storage)
  const fresh = form.read(storage)
  expect(fresh).toMatchObject({ values: empty, restored: false })
  expect(fresh.id).not.toBe('an-id')
})

test('a form that was emptied again has nothing to bring back', () => {
  const storage = memory()
  form.save(storage, { id: 'an-id', values: { ...empty, name: 'Ovid' } })
  form.save(storage, { id: 'an-id', values: empty })
  expect(form.read(storage).restored).toBe(false)
  form.save(storage, { id: 'an-id', values: empty, fileName: 'ovid.png' })
  expect(form.read(storage).restored).toBe(true)
})

test.each(['', 'not json', '7', '{"id":7,"values":{}}', '{"values":{"name":"x"}}', '[]'])(
  'foreign text in the storage (%s) leaves a new form',
  (text) => expect(form.read(memory(text))).toMatchObject({ values: empty, restored: false }),
)

test('a field of the wrong kind, or that there is no longer, is left out and the rest kept', () => {
  const kept = { id: 'an-id', values: { name: 'Ovid', domains: 4, gone: 'x' } }
  expect(form.read(memory(JSON.stringify(kept))).values).toEqual({ ...empty, name: 'Ovid' })
})

test('a storage that refuses costs nothing but the convenience', () => {
  const refuse = () => {
    throw new Error('The quota is used up')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(form.read(storage)).toMatchObject({ restored: false })
  expect(() => form.save(storage, { id: 'an-id', values: { ...empty, name: 'Ovid' } })).not.toThrow()
  expect(() => form.clear(storage)).not.toThrow()
})
