import { Suspense, useRef } from 'react'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import type { WithFile } from '../../../blocks/form/form-draft.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import {
  AgentFields,
  CategoryField,
  DescriptionField,
  InstructionsField,
  PersonalityField,
  PictureField,
  type FormSection as Section,
} from '../form/agent-fields.tsx'
import { type AgentTexts, declinedToSign } from '../form/agent-values.ts'
import { FormSection } from '../form/form-section.tsx'
import { choiceOf, choiceWords } from '../form/model-values.ts'
import { ChosenDocuments } from '../sources/chosen-documents.tsx'
import { TagList } from '../tag-list.tsx'
import * as agentTexts from '../texts.ts'
import { capabilitiesOf } from './create-values.ts'
import { NewTryOut } from './new-try-out.tsx'
import * as texts from './texts.ts'
import { fieldsIn, type HeldFiles, useCreateForm } from './use-create-form.ts'

const NewPersona = lazyPart(() => import('../persona/new-persona.tsx'))

/** Sections 2 and 5. Who it is comes first, and the rest opens when it is wanted. */
export default function CreateForm(props: HeldFiles & { tryOut: RenderTryOut }) {
  const create = useCreateForm(props)
  const { form, draft } = create
  const { values } = form
  const tryOutPlace = useRef<HTMLElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <form {...form.props} aria-label={texts.createLabel} className="panel hairline cut grid p-5 md:p-7">
        <div className="grid gap-6 pb-7">
          <RestoredNote restored={draft.restored} onStartOver={create.startOver} />
          <Fields of={create} section="who" />
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
        <MoreSections key={draft.kept.id} of={create} />
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
            {texts.createButtons[form.submission.state]}
          </Button>
        </div>
      </form>
      <NewTryOut place={tryOutPlace} values={values} readDraft={create.readDraft} render={props.tryOut} />
    </div>
  )
}

type Create = ReturnType<typeof useCreateForm>

/** What an agent can do without. */
function MoreSections(props: { of: Create }) {
  const { form, documents, choose, persona } = props.of
  const { values, errors } = form
  const isDescribed = values.name.trim() !== '' && values.category !== '' && values.description.trim() !== ''
  return (
    <div>
      <FormSection
        title={texts.voiceSection}
        summary={values.personality.trim() || texts.voiceMissing}
        faulty={errors.personality !== undefined || errors.customInstructions !== undefined}
        wanted={isDescribed}
      >
        <Fields of={props.of} section="voice" />
      </FormSection>
      <FormSection
        title={texts.knowledgeSection}
        summary={values.knowledgeDomains.trim() || texts.knowledgeMissing}
        faulty={errors.knowledgeDomains !== undefined}
      >
        <Fields of={props.of} section="knowledge" />
      </FormSection>
      <FormSection
        title={texts.imageSection}
        summary={imageSummary(values)}
        faulty={errors.imageUrl !== undefined}
      >
        <Fields of={props.of} section="picture" />
      </FormSection>
      <FormSection
        title={texts.modelSection}
        summary={choiceWords(choiceOf(values.model))}
        faulty={errors.model !== undefined}
      >
        <Fields of={props.of} section="model" />
      </FormSection>
      <Fields of={props.of} section="tools" />
      <FormSection title={texts.documentsSection} summary={texts.documentsSummary(documents.length)}>
        <ChosenDocuments chosen={documents} onChange={choose} />
      </FormSection>
      <FormSection
        title={texts.personaSection}
        summary={texts.personaSummaries[persona.kind]}
        faulty={errors.persona !== undefined}
        wanted={persona.kind !== 'none'}
        onOpen={persona.open}
      >
        {persona.isOpen && (
          <Suspense fallback={<div aria-busy="true" className="skeleton h-24" />}>
            <NewPersona onChange={persona.set} isLocked={props.of.isLocked} />
          </Suspense>
        )}
        <FieldError id="persona-error">{errors.persona}</FieldError>
      </FormSection>
    </div>
  )
}

function Fields(props: { of: Create; section: Section }) {
  const { form, draft, drawing } = props.of
  return (
    <AgentFields
      form={form}
      names={fieldsIn(props.section)}
      own={{
        category: (
          <>
            <CategoryField {...form.field('category')} />
            <Capabilities of={form.values.category} />
          </>
        ),
        description: <DescriptionField {...form.field('description')} hint={agentTexts.descriptionHint} />,
        personality: (
          <PersonalityField {...form.field('personality')} hint={texts.personalityHint} rows={5} />
        ),
        customInstructions: (
          <InstructionsField {...form.field('customInstructions')} hint={texts.instructionsHint} />
        ),
        imageUrl: <PictureField form={form} drawing={drawing} lost={draft.seed} hint={texts.imageHint} />,
      }}
    />
  )
}

function showTryOut(place: HTMLElement | null) {
  place?.scrollIntoView()
  place?.querySelector<HTMLElement>('textarea, button')?.focus({ preventScroll: true })
}

function imageSummary({ file, imageUrl }: Pick<WithFile<AgentTexts>, 'file' | 'imageUrl'>): string {
  if (file) return file.name
  return imageUrl === '' ? texts.imageDefault : imageUrl
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
