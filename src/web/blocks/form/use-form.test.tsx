import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormNotice } from './form-notice.tsx'
import type { Submission } from './submission.ts'
import { useForm } from './use-form.ts'

function NameForm({ name, early }: { name: string; early: { name?: string } }) {
  const form = useForm({
    values: { name },
    onChange: () => {},
    fields: ['name'],
    max: { name: 10 },
    check: (now) => (now.name.trim().length === 4 ? {} : { name: 'A name has four letters.' }),
    early: () => early,
    send: async () => true,
  })
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Name" hint="As in Ovid." required />
    </form>
  )
}

/** The first paint of a form with this name. */
const paint = (name: string, early = {}) => renderToString(<NameForm name={name} early={early} />)

test('a field has its name, label, value, hint and its need to be filled in, and no error before it was tried', () => {
  const html = paint('Ovi')
  const id = /<label for="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`id="${id}"`)
  expect(html).toContain(`aria-describedby="${id}-hint"`)
  expect(html).toMatch(/name="name"/)
  expect(html).toMatch(/value="Ovi"/)
  expect(html).toMatch(/aria-required="true"/)
  expect(html).toMatch(/aria-invalid="false"/)
  expect(html).not.toContain('role="alert"')
})

test('a text that is too long is said at once, at its field, and counted', () => {
  const html = paint('Publius Ovidius')
  expect(html).toMatch(/aria-invalid="true" aria-describedby="([^" ]+)-error \1-hint"/)
  expect(html).toContain('A name has four letters.')
  expect(html.replaceAll('<!-- -->', '')).toContain('15 / 10')
})

test('what a form says at once is at its field before sending was tried', () => {
  expect(paint('Ovi', { name: 'This name is taken.' })).toContain('This name is taken.')
})

test('at the foot stands why a form was not taken, and nothing before that', () => {
  const declined = { title: 'The wallet did not sign.', text: 'Nothing was sent.' }
  const notice = (submission: Submission) =>
    renderToString(
      <FormNotice
        submission={submission}
        failed="It was not made."
        after="All is here."
        declined={declined}
      />,
    )
  expect(notice({ state: 'idle' })).toBe('')
  expect(notice({ state: 'sending' })).toBe('')
  expect(notice({ state: 'declined' })).toMatch(
    /role="status".*The wallet did not sign\..*Nothing was sent\./,
  )
  expect(notice({ state: 'failed', error: new TypeError('No network'), errors: {}, values: {} })).toMatch(
    /role="alert".*It was not made\..*The server can’t be reached\..* All is here\./,
  )
})

function Portrait(props: {
  value: string
  isPreparing: boolean
  isOpen: boolean
  send: (values: object) => Promise<boolean>
}) {
  const { value, isPreparing, isOpen, send } = props
  const form = useForm({
    ...{ values: { portrait: value }, onChange: () => {}, fields: ['portrait'], isPreparing, send },
    check: () => ({}),
  })
  return (
    isOpen && (
      <form {...form.props}>
        <button type="button" onClick={form.submit}>
          Send
        </button>
      </form>
    )
  )
}

function portraitForm() {
  const { document, show } = inDocument()
  const send = vi.fn(async () => true)
  return {
    send,
    render: (value: string, isPreparing: boolean, isOpen = true) =>
      show(<Portrait {...{ value, isPreparing, isOpen, send }} />),
    press: () => act(async () => document.querySelector('button')?.click()),
  }
}

test('what is submitted while a part of it is still being made is sent once, with that part', async () => {
  const { send, render, press } = portraitForm()
  await render('', true)
  await press()
  await press()
  expect(send).not.toHaveBeenCalled()
  await render('drawn', false)
  expect(send).toHaveBeenCalledExactlyOnceWith({ portrait: 'drawn' })
  await render('drawn', true)
  await render('drawn', false)
  expect(send).toHaveBeenCalledOnce()
})

test('what was submitted and closed before it could be sent is not sent, nor once the form is open again', async () => {
  const { send, render, press } = portraitForm()
  await render('', true)
  await press()
  await render('', true, false)
  await render('', false, false)
  await render('drawn', false)
  expect(send).not.toHaveBeenCalled()
})

function NoteForm(props: {
  values: { text: string }
  again: boolean
  onChange: () => void
  send: () => Promise<true>
}) {
  const form = useForm({ ...props, fields: ['text'], check: () => ({}) })
  return (
    <form {...form.props}>
      <TextField {...form.field('text')} label="Note" />
      <button type="button" onClick={form.submit}>
        Save
      </button>
      <button type="button" onClick={() => form.change({ text: 'Meanwhile' })}>
        Choose
      </button>
    </form>
  )
}

/** A form that is sent, and what can be changed in it then, once it was refused, and once it was taken. */
async function changedWhile(again: boolean) {
  const { document, show } = inDocument()
  const answers = [Promise.withResolvers<true>(), Promise.withResolvers<true>()]
  const left = answers.map(({ promise }) => promise)
  const onChange = vi.fn()
  const send = () => left.shift() ?? Promise.reject(new Error('Sent thrice'))
  await show(<NoteForm values={{ text: 'Before' }} {...{ again, onChange, send }} />)
  const [save, choose] = document.querySelectorAll('button')
  const isChanged = async () => {
    onChange.mockClear()
    await act(async () => choose?.click())
    const isReadOnly = document.querySelector('input')?.hasAttribute('readonly')
    const isTaken = onChange.mock.calls.length === 1
    return isTaken === !isReadOnly && isTaken
  }
  await act(async () => save?.click())
  const sending = await isChanged()
  await act(async () => answers[0]?.reject(new Error('Not now')))
  const refused = await isChanged()
  await act(async () => save?.click())
  await act(async () => answers[1]?.resolve(true))
  return { sending, refused, sent: await isChanged() }
}

test('a form that closes once it is sent takes nothing that would be lost then, and all again if it was refused', async () => {
  expect(await changedWhile(false)).toEqual({ sending: false, refused: true, sent: false })
})

test('a form that stays once it is sent takes what is typed meanwhile', async () => {
  expect(await changedWhile(true)).toEqual({ sending: true, refused: true, sent: true })
})
