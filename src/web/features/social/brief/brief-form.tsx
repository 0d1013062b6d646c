import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toneChoices } from '../../../../shared/agents/personality.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { platformRules, platforms } from '../../../../shared/social.ts'
import { useForm } from '../../../blocks/form/use-form.ts'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { changeFocus } from '../../../lib/change-focus.ts'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { Stepper } from '../../../ui/form/stepper.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { type BriefErrors, type BriefValues, briefErrors, briefFields } from '../draft-store/brief-values.ts'
import { rememberAgent } from '../draft-store/remembered-drafts.ts'
import * as texts from '../texts.ts'
import type { ChooseAgent } from './agent-dialog.tsx'
import { AgentField } from './agent-field.tsx'

const platformChoices = platforms.map((value) => ({ value, label: platformRules[value].name }))

const max = { topic: limits.socialTopic, source: limits.socialSource }

/** The form of a brief: topic, agent and platform of the posts. After an error the typed text stays. */
export function BriefForm(props: {
  values: BriefValues
  viewer: string | null | undefined
  chooseAgent: ChooseAgent
  onChange: (values: Partial<BriefValues>) => void
  onDraft: () => void
  /** Called when the person starts to type, to preload the code of the drafts. */
  onBegin: () => void
  /** Whether there are drafts already, which the next ones replace. */
  again: boolean
}) {
  const { values } = props
  const gone = useGoneAgent(values.agent, props.viewer)
  const form = useForm({
    values,
    onChange: props.onChange,
    fields: briefFields,
    max,
    check: (now) => ({ ...briefErrors(now), ...gone }),
    early: () => gone,
    send: async () => props.onDraft(),
    again: true,
  })
  return (
    <form
      {...form.props}
      aria-label={texts.brief}
      onFocus={props.onBegin}
      className="panel hairline cut grid lg:max-h-[calc(100dvh-var(--header-height)-36px)] lg:grid-rows-[minmax(0,1fr)_auto]"
    >
      <div className="grid content-start gap-4 p-5 lg:overflow-y-auto">
        <AgentField
          agent={values.agent}
          error={form.errors.agentId}
          chooseAgent={props.chooseAgent}
          onChoose={(agent) => {
            rememberAgent(agent)
            form.change({ agent })
          }}
        />
        <div className="grid gap-2">
          <ChoiceField
            {...form.field('platform')}
            label={texts.platform}
            look="chips"
            choices={platformChoices}
          />
          <p className="text-13 text-muted">{texts.countingRules[values.platform]}</p>
        </div>
        <div className="grid gap-2">
          <TextField
            {...form.field('topic')}
            label={texts.topic}
            placeholder={texts.topicPlaceholder}
            rows={2}
            required
          />
          <SourceField {...form.field('source')} />
        </div>
        <ChoiceField {...form.field('tone')} label={texts.tone} look="chips" choices={toneChoices} />
      </div>
      <div className="flex items-center gap-3 border-t border-line p-5">
        <fieldset className="flex flex-none items-center">
          <legend className="sr-only">{texts.howMany(limits.socialDrafts)}</legend>
          <Stepper
            {...form.field('count')}
            min={1}
            max={limits.socialDrafts}
            unit={texts.draftUnit}
            less={texts.oneLess}
            more={texts.oneMore}
            tone="quiet"
            look="min-w-4"
          />
        </fieldset>
        <Button type="submit" tone="primary" className="flex-1">
          {props.again ? texts.newDrafts : texts.writeDrafts}
        </Button>
      </div>
    </form>
  )
}

/** @param viewer the wallet of the session, which determines which agents are visible */
function useGoneAgent(agent: ChosenAgent | null, viewer: string | null | undefined): BriefErrors {
  const known = useQuery({
    ...findAgentQuery(useApi(), agent?.id ?? '', viewer ?? null),
    enabled: agent !== null && viewer !== undefined,
  })
  const isGone = agent !== null && known.data === null
  return isGone ? { agentId: texts.agentGone } : {}
}

function SourceField(field: FieldProps<string>) {
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const open = unfolded || field.value !== ''
  return (
    <>
      {!open && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={id}
          onClick={() =>
            changeFocus(
              () => setUnfolded(true),
              () => document.getElementById(id)?.querySelector('textarea'),
            )
          }
          className="-mx-2 inline-flex min-h-8 items-center gap-2 justify-self-start px-2 text-13 text-muted transition-colors hover:text-cyan max-md:min-h-11"
        >
          <PlusIcon width={15} height={15} />
          {texts.addSource}
        </button>
      )}
      <div id={id} hidden={!open} className="mt-2">
        {open && <TextField {...field} label={texts.source} hint={texts.sourceHint} rows={3} />}
      </div>
    </>
  )
}
