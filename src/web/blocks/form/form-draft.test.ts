import { expect, test } from 'vitest'
import { mapStorage } from '../../../../test/map-storage.ts'
import { formDraft } from './form-draft.ts'

const empty = { name: '', domains: 'Roads' }

/** A form in a browser of its own. @param initial the content of its storage */
function newForm(initial?: string) {
  const kept = mapStorage()
  const storage = { ...kept, getItem: (key: string) => initial ?? kept.getItem(key) }
  const place = { storage: () => storage }
  return { ...formDraft('a-form', empty, place), place }
}

test('what was typed comes back with the same id, so that a retry after a reload makes no second agent', () => {
  const form = newForm()
  const draft = { id: 'an-id', values: { ...empty, name: 'Ovid' }, fileName: 'ovid.png', seed: 'Tomis' }
  form.save(draft)
  expect(form.read()).toEqual({ ...draft, restored: true })
})

test('that a form was sent comes back with it, and only then', () => {
  const form = newForm()
  const draft = { id: 'an-id', values: { ...empty, name: 'Ovid' } }
  form.save({ ...draft, isSent: true })
  expect(form.read().isSent).toBe(true)
  form.save(draft)
  expect(form.read().isSent).toBeUndefined()
  expect(newForm(JSON.stringify({ ...draft, isSent: 'yes' })).read().isSent).toBeUndefined()
})

test('two forms keep apart what was typed', () => {
  const form = newForm()
  form.save({ id: 'an-id', values: { ...empty, name: 'Ovid' } })
  expect(formDraft('another-form', empty, form.place).read()).toMatchObject({
    values: empty,
    restored: false,
  })
})

test('a draft that was cleared leaves a new form with a new id', () => {
  const form = newForm()
  form.save({ id: 'an-id', values: { ...empty, name: 'Ovid' } })
  form.clear()
  const fresh = form.read()
  expect(fresh).toMatchObject({ values: empty, restored: false })
  expect(fresh.id).not.toBe('an-id')
})

test('a form that was emptied again has nothing to bring back', () => {
  const form = newForm()
  form.save({ id: 'an-id', values: { ...empty, name: 'Ovid' } })
  form.save({ id: 'an-id', values: empty })
  expect(form.read().restored).toBe(false)
  form.save({ id: 'an-id', values: empty, fileName: 'ovid.png' })
  expect(form.read().restored).toBe(true)
})

test.each(['', 'not json', '7', '{"id":7,"values":{}}', '{"values":{"name":"x"}}', '[]'])(
  'foreign text in the storage (%s) leaves a new form',
  (text) => expect(newForm(text).read()).toMatchObject({ values: empty, restored: false }),
)

test('a field of the wrong kind, or that there is no longer, is left out and the rest kept', () => {
  const kept = { id: 'an-id', values: { name: 'Ovid', domains: 4, gone: 'x' } }
  expect(newForm(JSON.stringify(kept)).read().values).toEqual({ ...empty, name: 'Ovid' })
})

test('a storage that refuses costs nothing but the convenience', () => {
  const refuse = () => {
    throw new Error('The quota is used up')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const form = formDraft('a-form', empty, { storage: () => storage })
  expect(form.read()).toMatchObject({ restored: false })
  expect(() => form.save({ id: 'an-id', values: { ...empty, name: 'Ovid' } })).not.toThrow()
  expect(() => form.clear()).not.toThrow()
})
