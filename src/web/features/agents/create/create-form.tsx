import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import { useFormDraft } from '../../../blocks/form/form-draft.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
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
import { type NewPersonaState, newPersonaDraft } from '../persona/new-persona-draft.ts'
import { savePersona } from '../persona/persona-query.ts'
import { ChosenDocuments } from '../sources/chosen-documents.tsx'
import { type ChosenDocument, uploadDocuments } from '../sources/upload-document.ts'
import { TagList } from '../tag-list.tsx'
import { capabilitiesOf, checkCreateValues, createDraft, createFields, toNewAgent } from './create-values.ts'

const NewPersona = lazy(() => import('../persona/new-persona.tsx'))

/** Section 9: how long the success message is shown before the page navigates to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/** Sections 2 and 5: the form of /create. The tab stores its values until the agent is created. */
export default function CreateForm(props: {
  /** Held by the screen, because the file survives a lost wallet but not a reload. */
  file: RefObject<File | null>
  /** Held by the screen for the same reason. */
  documents: RefObject<readonly ChosenDocument[]>
}) {
  const draft = useFormDraft(createDraft, props.file)
  const [documents, setDocuments] = useState(props.documents.current)
  const choose = (chosen: readonly ChosenDocument[]) => {
    props.documents.current = chosen
    setDocuments(chosen)
  }
  const api = useApi()
  const createAgent = useCreateAgent()
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  const [hasPersona, setHasPersona] = useState(() => newPersonaDraft.get() !== undefined)
  const [persona, setPersona] = useState<NewPersonaState>({ kind: hasPersona ? 'loading' : 'none' })
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: [...createFields, 'persona'] as const,
    max: newAgentMaxima,
    isBlocked: persona.kind === 'loading',
    check: (values) => ({
      ...checkCreateValues(values),
      ...(persona.kind === 'faulty' && { persona: 'The persona has an error.' }),
    }),
    send: async (values) => {
      const agent = await createAgent(await withPicture(values, draft.kept.id), toNewAgent, draft.kept)
      if (agent && persona.kind === 'ready') await savePersona(api, agent.id, persona.persona)
      if (agent) await uploadDocuments(api, agent.id, documents)
      return agent
    },
    onSent: (agent) => {
      made.current = agent.id
      draft.finish()
      newPersonaDraft.set(undefined)
      props.documents.current = []
    },
  })
  const { state } = form.submission
  const leave = useEffectEvent(() => void navigate('/management', { state: { made: made.current } }))
  useEffect(() => {
    if (state !== 'sent') return
    const timer = window.setTimeout(() => leave(), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [state])
  const startOver = () => {
    draft.startOver()
    newPersonaDraft.set(undefined)
    setHasPersona(false)
    setPersona({ kind: 'none' })
    choose([])
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
        seed={draft.kept.id}
        hint="A portrait is drawn for it. Draw another, choose a file of at most 5 MB or give an https address; removed, the default image is used."
      />
      <ChosenDocuments chosen={documents} onChange={choose} />
      {hasPersona ? (
        <Suspense fallback={<div aria-busy="true" className="skeleton h-24" />}>
          <NewPersona onChange={setPersona} />
        </Suspense>
      ) : (
        <Button
          size="small"
          className="justify-self-start max-md:min-h-11"
          onClick={() => setHasPersona(true)}
        >
          Add a persona and a lorebook
        </Button>
      )}
      <FieldError id="persona-error">{form.errors.persona}</FieldError>
      <div className="grid gap-4 border-t border-line pt-6">
        <FormNotice
          submission={form.submission}
          sending="Initializing neural pattern..."
          sent="Neural pattern initialized successfully!"
          failed="Neural pattern initialization failed. Please try again."
          declined={declinedToSign}
        />
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

/** Draws the portrait if the form was sent before it was drawn. Without a portrait the default image is used (section 5). */
async function withPicture<Values extends { file: File | null; imageUrl: string; category: Category | '' }>(
  values: Values,
  seed: string,
): Promise<Values> {
  if (values.file || values.imageUrl !== '' || values.category === '') return values
  try {
    const { portraitFile } = await import('../form/portrait-file.ts')
    return { ...values, file: await portraitFile(seed, values.category) }
  } catch {
    return values
  }
}

/** The capabilities of the category; this form does not let the person choose them. */
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
