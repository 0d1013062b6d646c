import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useFormDraft } from '../../../blocks/form/form-draft.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import type { Submission } from '../../../blocks/form/submission.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import {
  CategoryField,
  DescriptionField,
  descriptionHint,
  InstructionsField,
  ListField,
  NameField,
  PictureField,
} from '../form/agent-fields.tsx'
import { declinedToSign, newAgentMaxima } from '../form/agent-values.ts'
import { useCreateAgent } from '../form/use-create-agent.ts'
import { TagList } from '../tag-list.tsx'
import { capabilitiesOf, checkCreateValues, createDraft, createFields, toNewAgent } from './create-values.ts'

/** Section 9: how long the success is shown before the page goes to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/** Sections 2 and 5: the form of /create. What is typed is kept in the tab until it has become an agent. */
export default function CreateForm(props: {
  /** Kept by the screen, because a file outlives a lost wallet but not a reload. */
  file: RefObject<File | null>
}) {
  const draft = useFormDraft(createDraft, props.file)
  const createAgent = useCreateAgent()
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: createFields,
    max: newAgentMaxima,
    check: checkCreateValues,
    send: (values) => createAgent(values, toNewAgent, draft.kept),
    onSent: draft.finish,
  })
  const { state } = form.submission
  useRedirect(state === 'sent')
  const startOver = () => {
    draft.startOver()
    form.restart()
    form.focus('name')
  }
  return (
    <form {...form.props} aria-label="New agent" className="panel hairline cut grid gap-6 p-5 md:p-7">
      <RestoredNote restored={draft.restored} onStartOver={startOver} />
      <NameField {...form.field('name')} />
      <CategoryField {...form.field('category')} />
      <DescriptionField {...form.field('description')} hint={descriptionHint} />
      <TextField
        {...form.field('personality')}
        label="Personality"
        hint="Start with 'You are...'"
        rows={5}
        required
      />
      <InstructionsField
        {...form.field('customInstructions')}
        hint="How it should work and answer: its steps, its tone, what it never does."
      />
      <ListField {...form.field('knowledgeDomains')} label="Knowledge domains" />
      <Capabilities of={form.values.category} />
      <PictureField
        form={form}
        hint="A file of at most 5 MB or an https address. Without one it gets the default image."
      />
      <div className="grid gap-4 border-t border-line pt-6">
        <SynthesisNotice submission={form.submission} />
        <Button
          type="submit"
          tone="primary"
          aria-disabled={form.busy}
          className="justify-self-start max-sm:w-full"
        >
          {state === 'sending' ? 'Initializing...' : state === 'sent' ? 'Initialized' : 'Initialize agent'}
        </Button>
      </div>
    </form>
  )
}

/** Goes to the owner's page once the success was seen. */
function useRedirect(isDone: boolean): void {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => void navigate('/management'))
  useEffect(() => {
    if (!isDone) return
    const timer = window.setTimeout(() => leave(), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [isDone])
}

/** They are not chosen in this form. */
function Capabilities(props: { of: string }) {
  return (
    <div className="grid gap-2.5">
      <p className="label text-soft">Capabilities</p>
      {props.of ? (
        <TagList label="Capabilities" tags={capabilitiesOf(props.of)} />
      ) : (
        <p className="text-sm text-muted">They come with the category.</p>
      )}
    </div>
  )
}

/** Sections 4 and 8: what the page says while an agent is made, and how it ended. */
function SynthesisNotice({ submission }: { submission: Submission }) {
  if (submission.state === 'sending') return <Notice tone="info" title="Initializing neural pattern..." />
  if (submission.state === 'sent')
    return <Notice tone="good" title="Neural pattern initialized successfully!" />
  return (
    <FormNotice
      submission={submission}
      failed="Neural pattern initialization failed. Please try again."
      declined={declinedToSign}
    />
  )
}
