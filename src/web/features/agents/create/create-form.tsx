import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Category, DEFAULT_IMAGE_URL } from '../../../../shared/agents/agent-defaults.ts'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import { firstFaulty } from '../../../blocks/form/field-errors.ts'
import { useFormDraft, type WithFile } from '../../../blocks/form/form-draft.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import {
  AgentFields,
  CategoryField,
  DescriptionField,
  formSections,
  InstructionsField,
  PersonalityField,
  PictureField,
  type FormSection as Section,
  sectionOf,
} from '../form/agent-fields.tsx'
import { type AgentTexts, declinedToSign, newAgentMaxima } from '../form/agent-values.ts'
import { useCreateAgent } from '../form/use-create-agent.ts'
import { type NewPersonaState, newPersonaDraft } from '../persona/new-persona-draft.ts'
import { savePersona } from '../persona/persona-query.ts'
import { ChosenDocuments } from '../sources/chosen-documents.tsx'
import { type ChosenDocument, uploadDocuments } from '../sources/upload-document.ts'
import { TagList } from '../tag-list.tsx'
import * as texts from '../texts.tsx'
import {
  capabilitiesOf,
  checkCreateValues,
  checkSoFar,
  createDraft,
  createFields,
  draftSoFar,
  toNewAgent,
} from './create-values.ts'
import { FormSection } from './form-section.tsx'
import { NewTryOut } from './new-try-out.tsx'

const NewPersona = lazy(() => import('../persona/new-persona.tsx'))

/** The fields of a section, and all of them in the order of the form: the first invalid one takes the focus. */
const fieldsIn = (section: Section) =>
  createFields.filter((name) => (name === 'customInstructions' ? 'voice' : sectionOf(name)) === section)
const inOrder = formSections.flatMap(fieldsIn)

/** Section 9: how long the success message is shown before the page navigates to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/**
 * Sections 2 and 5. Who it is comes first, and the rest opens when it is wanted. The tab stores its values until the
 * agent is created.
 */
export default function CreateForm(props: {
  /** Held by the screen, because the file survives a lost wallet but not a reload. */
  file: RefObject<File | null>
  /** Held by the screen for the same reason. */
  documents: RefObject<readonly ChosenDocument[]>
  tryOut: RenderTryOut
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
  /** Whether a question was not taken because of the form: its errors are shown until they are mended. */
  const [isTriedOut, setTriedOut] = useState(false)
  const tryOutPlace = useRef<HTMLElement>(null)
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: [...inOrder, 'persona'] as const,
    max: newAgentMaxima,
    isBlocked: persona.kind === 'loading',
    check: (values) => ({
      ...checkCreateValues(values),
      ...(persona.kind === 'faulty' && { persona: texts.personaFaulty }),
    }),
    early: () => (isTriedOut ? checkSoFar(draft.values) : {}),
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
  const { values, errors } = form
  const readDraft = () => {
    const faulty = firstFaulty(checkSoFar(values), inOrder)
    setTriedOut(faulty !== undefined)
    if (faulty === undefined) return draftSoFar(values)
    // After the caller's own updates are done.
    window.setTimeout(() => form.focus(faulty))
    return null
  }
  const isDescribed = values.name.trim() !== '' && values.category !== '' && values.description.trim() !== ''
  const fieldsOf = (section: Section) => (
    <AgentFields
      form={form}
      names={fieldsIn(section)}
      own={{
        category: (
          <>
            <CategoryField {...form.field('category')} />
            <Capabilities of={values.category} />
          </>
        ),
        description: <DescriptionField {...form.field('description')} hint={texts.descriptionHint} />,
        personality: (
          <PersonalityField {...form.field('personality')} hint={texts.personalityHint} rows={5} />
        ),
        customInstructions: (
          <InstructionsField {...form.field('customInstructions')} hint={texts.instructionsHint} />
        ),
        imageUrl: <PictureField form={form} seed={draft.kept.id} hint={texts.imageHint} />,
      }}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <form {...form.props} aria-label={texts.createLabel} className="panel hairline cut grid p-5 md:p-7">
        <div className="grid gap-6 pb-7">
          <RestoredNote restored={draft.restored} onStartOver={startOver} />
          {fieldsOf('who')}
          {values.name.trim() !== '' && (
            <Button
              size="small"
              className="justify-self-start max-md:min-h-11 lg:hidden"
              onClick={() => showTryOut(tryOutPlace.current)}
            >
              {texts.goToTryOut}
            </Button>
          )}
        </div>
        {/* The sections of the next agent are closed again. */}
        <div key={draft.kept.id}>
          <FormSection
            title={texts.voiceSection}
            summary={values.personality.trim() || texts.voiceMissing}
            faulty={errors.personality !== undefined || errors.customInstructions !== undefined}
            wanted={isDescribed}
          >
            {fieldsOf('voice')}
          </FormSection>
          <FormSection
            title={texts.knowledgeSection}
            summary={values.knowledgeDomains.trim() || texts.knowledgeMissing}
            faulty={errors.knowledgeDomains !== undefined}
          >
            {fieldsOf('knowledge')}
          </FormSection>
          <FormSection
            title={texts.imageSection}
            summary={imageSummary(values)}
            faulty={errors.imageUrl !== undefined}
          >
            {fieldsOf('picture')}
          </FormSection>
          <FormSection title={texts.documentsSection} summary={texts.documentsSummary(documents.length)}>
            <ChosenDocuments chosen={documents} onChange={choose} />
          </FormSection>
          <FormSection
            title={texts.personaSection}
            summary={texts.personaSummaries[persona.kind]}
            faulty={errors.persona !== undefined}
            wanted={persona.kind !== 'none'}
            onOpen={() => setHasPersona(true)}
          >
            {hasPersona && (
              <Suspense fallback={<div aria-busy="true" className="skeleton h-24" />}>
                <NewPersona onChange={setPersona} />
              </Suspense>
            )}
            <FieldError id="persona-error">{errors.persona}</FieldError>
          </FormSection>
        </div>
        <div className="grid gap-4 border-t border-line pt-6">
          <FormNotice
            submission={form.submission}
            sending={texts.initializing}
            sent={texts.created}
            failed={texts.createFailed}
            declined={declinedToSign}
          />
          <Button
            type="submit"
            tone="primary"
            aria-disabled={form.busy}
            className="justify-self-start max-sm:w-full"
          >
            {texts.createButtons[state]}
          </Button>
        </div>
      </form>
      <NewTryOut place={tryOutPlace} values={values} readDraft={readDraft} render={props.tryOut} />
    </div>
  )
}

function showTryOut(place: HTMLElement | null) {
  place?.scrollIntoView()
  place?.querySelector<HTMLElement>('textarea, button')?.focus({ preventScroll: true })
}

function imageSummary({ file, imageUrl }: Pick<WithFile<AgentTexts>, 'file' | 'imageUrl'>): string {
  if (file) return file.name
  if (imageUrl === '') return texts.imageDrawn
  return imageUrl === DEFAULT_IMAGE_URL ? texts.imageDefault : imageUrl
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
  if (!props.of) return null
  return (
    <div className="grid gap-2.5">
      <p className="label text-soft">{agentFields.capabilities.label}</p>
      <TagList label={agentFields.capabilities.label} tags={capabilitiesOf(props.of)} />
    </div>
  )
}
