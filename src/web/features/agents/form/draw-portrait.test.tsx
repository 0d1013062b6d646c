import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import type { DrawnFile } from '../../../blocks/form/form-draft.ts'
import { toast } from '../../../ui/toast.ts'
import { DrawPortrait } from './draw-portrait.tsx'

const requests: { seed: string; category: string; finish: (file: DrawnFile) => void; fail: () => void }[] = []

vi.mock('./portrait-file.ts', () => ({
  portraitFile: (seed: string, category: string) =>
    new Promise((finish, fail) => requests.push({ seed, category, finish, fail: () => fail(new Error()) })),
}))

vi.mock('../../../ui/toast.ts', () => ({ toast: { error: vi.fn() } }))

const drawn = (seed: string): DrawnFile => Object.assign(new File([], 'portrait'), { seed })

interface Values {
  id: string
  category: Category | ''
  file: DrawnFile | null
  url: string
  lost?: string | undefined
}

const empty: Values = { id: 'first', category: '', file: null, url: '' }

interface FormView {
  values: Values
  isBlocked: boolean
  change: (changed: Partial<Values>) => void
}

/** A form that has only this. */
function Form(props: { begun: Partial<Values>; onRender: (form: FormView) => void }) {
  const [values, setValues] = useState<Values>({ ...empty, ...props.begun })
  const [drawing, setDrawing] = useState(false)
  const change = (changed: Partial<Values>) => setValues((known) => ({ ...known, ...changed }))
  props.onRender({ values, isBlocked: drawing, change })
  const { id, ...shown } = values
  return (
    <DrawPortrait
      key={id}
      {...shown}
      drawing={drawing}
      onDrawing={setDrawing}
      onDrawn={(file) => change({ file, url: '', lost: undefined })}
    />
  )
}

async function openForm(begun: Partial<Values>) {
  requests.length = 0
  const { document, show } = inDocument()
  const form: FormView = { values: empty, isBlocked: false, change: () => {} }
  await show(<Form begun={begun} onRender={(rendered) => Object.assign(form, rendered)} />)
  return {
    form,
    change: (changed: Partial<Values>) => act(async () => form.change(changed)),
    press: () => act(async () => document.querySelector('button')?.click()),
    finish: (index: number) =>
      act(async () => {
        await vi.waitUntil(() => requests[index])
        requests[index]?.finish(drawn(requests[index].seed))
      }),
    fail: () =>
      act(async () => {
        await vi.waitUntil(() => requests[0])
        requests[0]?.fail()
      }),
  }
}

test('a portrait that was lost is drawn again, and the form waits for it', async () => {
  const { form, finish } = await openForm({ lost: 'Tomis' })
  expect(form.isBlocked).toBe(true)
  await finish(0)
  expect(form.values.file?.seed).toBe('Tomis')
  expect(form.isBlocked).toBe(false)
})

const mine = new File([], 'mine.png')

test.each<[string, Partial<Values>]>([
  ['a file', { file: mine, lost: undefined }],
  ['an address', { url: 'https://example.com/mine.png', lost: undefined }],
  ['starting over', { id: 'second', lost: undefined }],
])('%s that comes while a portrait is drawn stays, and the form need not wait', async (_, changed) => {
  const { form, change, finish } = await openForm({ lost: 'Tomis' })
  await change(changed)
  expect(form.isBlocked).toBe(false)
  await finish(0)
  expect(form.values).toEqual({ ...empty, ...changed })
})

test('starting over takes back a portrait that was just asked for', async () => {
  const { form, change, press, finish } = await openForm({})
  await press()
  expect(form.isBlocked).toBe(true)
  await change({ id: 'second' })
  await finish(0)
  expect(form.values.file).toBeNull()
})

test('a portrait that could not be drawn does not hold the form', async () => {
  const { form, fail } = await openForm({ lost: 'Tomis' })
  await fail()
  expect(form.isBlocked).toBe(false)
  expect(form.values.lost).toBe('Tomis')
  expect(toast.error).toHaveBeenCalled()
})

test('what is drawn already is drawn again only in another colour', async () => {
  const { form, change, finish } = await openForm({ file: drawn('Tomis'), category: 'neural' })
  expect(form.isBlocked).toBe(false)
  await change({ category: 'quantum' })
  await finish(0)
  expect(requests.map(({ seed, category }) => [seed, category])).toEqual([['Tomis', 'quantum']])
})

test('another category while a new portrait is drawn is another colour of that one', async () => {
  const { form, change, press, finish } = await openForm({ file: drawn('Tomis'), category: 'neural' })
  await press()
  await change({ category: 'quantum' })
  await finish(1)
  const [pressed, recoloured] = requests
  expect(recoloured).toMatchObject({ seed: pressed?.seed, category: 'quantum' })
  expect(form.values.file?.seed).toBe(pressed?.seed)
})
