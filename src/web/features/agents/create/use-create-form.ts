import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { firstFaulty } from '../../../blocks/form/field-errors.ts'
import { useFormDraft } from '../../../blocks/form/form-draft.ts'
import { isBusy } from '../../../blocks/form/submission.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { formSections, type FormSection as Section, sectionOf } from '../form/agent-fields.tsx'
import { newAgentMaxima } from '../form/agent-values.ts'
import { useCreateAgent } from '../form/use-create-agent.ts'
import { type NewPersonaState, newPersonaDraft } from '../persona/new-persona-draft.ts'
import { savePersona } from '../persona/persona-query.ts'
import { type ChosenDocument, uploadDocuments } from '../sources/upload-document.ts'
import {
  checkCreateValues,
  checkSoFar,
  createDraft,
  createFields,
  draftSoFar,
  toNewAgent,
} from './create-values.ts'
import * as texts from './texts.ts'

/** The fields of a section, and all of them in the order of the form: the first invalid one takes the focus. */
export const fieldsIn = (section: Section) =>
  createFields.filter((name) => (name === 'customInstructions' ? 'voice' : sectionOf(name)) === section)
const inOrder = formSections.flatMap(fieldsIn)

/** Section 9: how long the success message is shown before the page navigates to /management, in milliseconds. */
const REDIRECT_MS = 1_500

/** What the screen holds for the form, because it survives a lost wallet but not a reload. */
export interface HeldFiles {
  file: RefObject<File | null>
  documents: RefObject<readonly ChosenDocument[]>
}

/** What the form of a new agent holds and does. The tab stores its values until the agent is created. */
export function useCreateForm(props: HeldFiles) {
  const draft = useFormDraft(createDraft, props.file)
  const [documents, setDocuments] = useState(props.documents.current)
  const api = useApi()
  const createAgent = useCreateAgent()
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  const drawing = useState(false)
  const [hasPersona, setHasPersona] = useState(() => newPersonaDraft.get() !== undefined)
  const [persona, setPersona] = useState<NewPersonaState>({ kind: hasPersona ? 'loading' : 'none' })
  /** Whether a question was not taken because of the form: its errors are shown until they are mended. */
  const [isTriedOut, setTriedOut] = useState(false)
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: [...inOrder, 'persona'] as const,
    max: newAgentMaxima,
    isBlocked: persona.kind === 'loading',
    isPreparing: drawing[0],
    check: (values) => ({
      ...checkCreateValues(values),
      ...(persona.kind === 'faulty' && { persona: texts.personaFaulty }),
    }),
    early: () => (isTriedOut ? checkSoFar(draft.values) : {}),
    send: async (values) => {
      const agent = await createAgent(values, toNewAgent, draft)
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
  const isLocked = isBusy(form.submission)
  const choose = (chosen: readonly ChosenDocument[]) => {
    if (isLocked) return
    props.documents.current = chosen
    setDocuments(chosen)
  }
  const leave = useEffectEvent(() => void navigate('/management', { state: { made: made.current } }))
  useEffect(() => {
    if (state !== 'sent') return
    const timer = window.setTimeout(() => leave(), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [state])
  const startOver = () => {
    if (isLocked) return
    draft.startOver()
    newPersonaDraft.set(undefined)
    setHasPersona(false)
    setPersona({ kind: 'none' })
    choose([])
    form.restart()
    form.focus('name')
  }
  const { values } = form
  const readDraft = () => {
    const faulty = firstFaulty(checkSoFar(values), inOrder)
    setTriedOut(faulty !== undefined)
    if (faulty === undefined) return draftSoFar(values)
    // After the caller's own updates are done.
    window.setTimeout(() => form.focus(faulty))
    return null
  }
  return {
    ...{ form, isLocked, draft, drawing, documents, choose, startOver, readDraft },
    persona: { ...persona, isOpen: hasPersona, open: () => setHasPersona(true), set: setPersona },
  }
}
