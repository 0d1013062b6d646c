import { DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { toneChoices } from '../../../../shared/agents/personality.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import {
  AgentFields,
  DescriptionField,
  InstructionsField,
  ListField,
  PictureField,
} from '../form/agent-fields.tsx'
import { declinedToSign } from '../form/agent-values.ts'
import * as agentTexts from '../texts.ts'
import { CapabilitiesField } from './capabilities-field.tsx'
import { olderCreateFields } from './older-create-values.ts'
import { PresetField } from './preset-field.tsx'
import * as texts from './texts.ts'
import type { OlderCreate } from './use-older-create.ts'

/** Sections 3 and 5: the fields of the older create dialog. */
export function OlderCreateForm({ older }: { older: OlderCreate }) {
  const { form } = older
  return (
    <form
      {...form.props}
      aria-label={texts.newDraft}
      className="grid gap-6 [&_:is(input,textarea,summary,button)]:scroll-mt-6 [&_:is(input,textarea,summary,button)]:scroll-mb-56"
    >
      <RestoredNote restored={older.restored} onStartOver={older.startOver} />
      <AgentFields
        form={form}
        names={olderCreateFields}
        own={{
          description: <DescriptionField {...form.field('description')} hint={agentTexts.descriptionHint} />,
          personality: (
            <PresetField
              field={form.field('personality')}
              own={form.values.ownPersonality}
              change={form.change}
            />
          ),
          tone: <ChoiceField {...form.field('tone')} label={texts.tone} look="chips" choices={toneChoices} />,
          customInstructions: (
            <InstructionsField {...form.field('customInstructions')} hint={texts.olderInstructionsHint} />
          ),
          capabilities: <CapabilitiesField {...form.field('capabilities')} />,
          knowledgeDomains: (
            <ListField {...form.field('knowledgeDomains')} fallback={DEFAULT_ENTITY.knowledgeDomains} />
          ),
          imageUrl: (
            // What is drawn for one agent is not for the next.
            <PictureField key={older.id} form={form} drawing={older.drawing} lost={older.seed} required />
          ),
        }}
      />
      <CreateFooter older={older} />
    </form>
  )
}

/** The submit button and the result of its last use. It sticks to the dialog's lower edge if there is enough height. */
function CreateFooter({ older: { form, isSending } }: { older: OlderCreate }) {
  const signedIn = useHere().state === 'signed-in'
  return (
    <div className="bottom-0 z-10 -mx-6 -mb-6 grid gap-4 border-t border-line bg-raised px-6 pt-4 pb-5 md:-bottom-6 [@media(height>=560px)]:sticky">
      <FormNotice
        submission={form.submission}
        failed={texts.draftNotSaved}
        after={texts.draftNotSavedAbout}
        declined={declinedToSign}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" tone="primary" aria-disabled={form.busy} className="max-sm:w-full">
          {isSending ? texts.creating : texts.createDraftAgent}
        </Button>
        <p className="text-13 text-muted max-sm:w-full max-sm:text-center">
          {signedIn ? texts.startsAsDraft : texts.walletSignsFirst}
        </p>
      </div>
      <p role="status" className="sr-only">
        {isSending && agentTexts.creatingDraft}
      </p>
    </div>
  )
}
