import { Suspense } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { type Leaving, SaveButtons } from '../../../blocks/form/leaving.tsx'
import { Button } from '../../../ui/button.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import { AgentFields, HandleField, PersonalityField, PictureField } from '../form/agent-fields.tsx'
import * as agentTexts from '../texts.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { editFields } from './edit-values.ts'
import * as texts from './texts.ts'
import type { AgentEdit } from './use-edit-form.ts'

const LooksLikeNote = optionalPart(() => import('../../../blocks/looks-like/looks-like-note.tsx'))

/** The form fields of an agent with the result of saving them. */
export function EditForm(props: {
  agent: Agent
  edit: AgentEdit
  /** Whether it has the height of its container, in which its fields scroll above the save buttons. */
  isBounded: boolean
  leaving: Leaving
}) {
  const { agent, isBounded } = props
  const { form } = props.edit
  return (
    <form
      {...form.props}
      aria-label={agentTexts.editNamed(agent.name)}
      className={isBounded ? 'flex min-h-0 flex-1 flex-col' : 'grid gap-6'}
    >
      <div
        className={`grid gap-6 ${isBounded ? 'min-h-0 flex-1 content-start overflow-y-auto -mx-1 px-1 pb-6' : ''}`}
      >
        {agent.looksLike && (
          <Suspense>
            <LooksLikeNote like={agent.looksLike} mine="agent" />
          </Suspense>
        )}
        <AgentFields
          form={form}
          names={editFields}
          own={{
            handle: <HandleField {...form.field('handle')} />,
            personality: (
              <PersonalityField {...form.field('personality')} hint={texts.savedPersonalityHint} rows={6} />
            ),
            imageUrl: <PictureField form={form} drawing={props.edit.drawing} />,
          }}
        />
      </div>
      <SavePart edit={props.edit} leaving={props.leaving} isBounded={isBounded} />
    </form>
  )
}

/** What came of saving and what changed meanwhile, above the buttons. */
function SavePart(props: { edit: AgentEdit; leaving: Leaving; isBounded: boolean }) {
  const { isBounded } = props
  const { form, submission, meanwhile } = props.edit
  const hasNews = meanwhile !== undefined || submission.state === 'failed' || submission.state === 'declined'
  return (
    <div
      className={`flex flex-col gap-4 border-t border-line ${isBounded ? 'max-h-1/2 flex-none pt-4' : 'pt-6'}`}
    >
      {hasNews && (
        <div className={`grid gap-4 ${isBounded ? 'min-h-0 overflow-y-auto' : ''}`}>
          <FormNotice submission={submission} failed={texts.changesNotSaved} />
          {meanwhile && <ChangedMeanwhile {...meanwhile} />}
        </div>
      )}
      <SaveButtons
        busy={form.busy}
        leaving={props.leaving}
        save={
          // Not a submit button: Enter in a field must not overwrite another person's changes.
          meanwhile && (
            <Button tone="primary" aria-disabled={form.busy} onClick={form.submit}>
              {agentTexts.overwriteAndSave}
            </Button>
          )
        }
      />
    </div>
  )
}
