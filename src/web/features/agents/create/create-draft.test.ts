import { expect, test } from 'vitest'
import { clearDraft, readDraft, saveDraft } from './create-draft.ts'
import { emptyCreateValues } from './create-values.ts'

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
  const draft = { id: 'an-id', values: { ...emptyCreateValues, name: 'Ovid' }, fileName: 'ovid.png' }
  saveDraft(storage, draft)
  expect(readDraft(storage)).toEqual({ ...draft, restored: true })
})

test('a draft that was cleared leaves a new form with a new id', () => {
  const storage = memory()
  saveDraft(storage, { id: 'an-id', values: { ...emptyCreateValues, name: 'Ovid' } })
  clearDraft(storage)
  const fresh = readDraft(storage)
  expect(fresh).toMatchObject({ values: emptyCreateValues, restored: false })
  expect(fresh.id).not.toBe('an-id')
})

test.each(['', 'not json', '7', '{"id":7,"values":{}}', '{"values":{"name":"x"}}', '[]'])(
  'foreign text in the storage (%s) leaves a new form',
  (text) => expect(readDraft(memory(text))).toMatchObject({ values: emptyCreateValues, restored: false }),
)

test('a field of the wrong kind, or that there is no longer, is left out and the rest kept', () => {
  const kept = { id: 'an-id', values: { name: 'Ovid', description: 4, gone: 'x' } }
  expect(readDraft(memory(JSON.stringify(kept))).values).toEqual({ ...emptyCreateValues, name: 'Ovid' })
})

test('a storage that refuses costs nothing but the convenience', () => {
  const refuse = () => {
    throw new Error('The quota is used up')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(readDraft(storage)).toMatchObject({ restored: false })
  expect(() => saveDraft(storage, { id: 'an-id', values: emptyCreateValues })).not.toThrow()
  expect(() => clearDraft(storage)).not.toThrow()
})
