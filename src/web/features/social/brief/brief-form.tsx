import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Tone, tones } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { type Platform, platformRules, platforms } from '../../../../shared/social.ts'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import {
  type BriefErrors,
  type BriefField,
  type BriefValues,
  briefFields,
  readBrief,
} from '../desk/brief-values.ts'
import { rememberAgent } from '../desk/desk-memory.ts'
import type { ChooseAgent } from './agent-dialog.tsx'
import { AgentField } from './agent-field.tsx'
import { SourceField } from './source-field.tsx'

const toneNames: Record<Tone, string> = {
  professional: 'Professional',
  friendly: 'Friendly',
  casual: 'Casual',
  academic: 'Academic',
  humorous: 'Humorous',
}

const platformChoices = platforms.map((value) => ({ value, label: platformRules[value].name }))
const toneChoices = tones.map((value) => ({ value, label: toneNames[value] }))
/** What posts are to be about, in whose voice and for which platform. Whatever goes wrong, what was typed stays. */
export function BriefForm(props: {
  values: BriefValues
  viewer: string | null | undefined
  chooseAgent: ChooseAgent
  onChange: (values: Partial<BriefValues>) => void
  /** Called with a form in which nothing is wrong. */
  onDraft: () => void
  /** Somebody begins to write: what comes after it will be needed soon. */
  onBegin: () => void
  /** Whether there are drafts already, which make room for the next ones. */
  again: boolean
}) {
  const { values, onChange } = props
  const { errorOf, errors, onTried } = useBriefErrors(values, props.viewer)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // What was typed before the page came alive is part of the brief.
    const typed = form.current?.querySelector<HTMLTextAreaElement>('[name="topic"]')?.value
    if (typed) onChange({ topic: typed })
  }, [onChange])

  const send = (event: FormEvent) => {
    event.preventDefault()
    onTried()
    const first = briefFields.find((field) => errors[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else props.onDraft()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Brief"
      onSubmit={send}
      onFocus={props.onBegin}
      className="panel hairline cut grid lg:max-h-[calc(100dvh-var(--header-height)-36px)] lg:grid-rows-[minmax(0,1fr)_auto]"
    >
      <div className="grid content-start gap-4 p-5 lg:overflow-y-auto">
        <AgentField
          agent={values.agent}
          error={errorOf('agentId')}
          chooseAgent={props.chooseAgent}
          onChoose={(agent) => {
            rememberAgent(agent)
            onChange({ agent })
          }}
        />
        <div className="grid gap-2">
          <ChoiceField
            label="Platform"
            look="chips"
            choices={platformChoices}
            control={(platform) => ({
              name: 'platform',
              checked: platform === values.platform,
              onChange: () => onChange({ platform }),
            })}
          />
          <p className="text-[13px] text-muted">{countingWords[values.platform]}</p>
        </div>
        <div className="grid gap-2">
          <Field
            label="Topic"
            required
            error={errorOf('topic')}
            count={{ used: values.topic.trim().length, max: limits.socialTopic }}
          >
            {(field) => (
              <textarea
                {...field}
                name="topic"
                rows={2}
                aria-required
                autoComplete="off"
                placeholder="What the posts are to be about"
                value={values.topic}
                onChange={(event) => onChange({ topic: event.target.value })}
                className="input field-sizing-content max-h-72 min-h-[calc(2lh+24px)] resize-y"
              />
            )}
          </Field>
          <SourceField
            text={values.source}
            error={errorOf('source')}
            onChange={(source) => onChange({ source })}
          />
        </div>
        <ChoiceField
          label="Tone"
          look="chips"
          choices={toneChoices}
          control={(tone) => ({
            name: 'tone',
            checked: tone === values.tone,
            onChange: () => onChange({ tone }),
          })}
        />
      </div>
      <div className="flex items-center gap-3 border-t border-line p-5">
        <CountStepper count={values.count} onChange={(count) => onChange({ count })} />
        <Button type="submit" tone="primary" className="flex-1">
          {props.again ? 'Draft anew' : 'Draft'}
        </Button>
      </div>
    </form>
  )
}

/** How a platform counts, in plain words; the counting itself is in `count/`. */
const countingWords: Record<Platform, string> = {
  x: 'Up to 280. A link counts 23; an emoji and a Chinese or Japanese character count 2.',
  farcaster: 'Up to 320 bytes. A plain letter is one, an accented one two, most emoji four or more.',
  bluesky: 'Up to 300 characters as they are seen: an emoji counts one, a link all of its letters.',
  linkedin: 'Up to 3,000 characters. Most emoji count two.',
  telegram: 'Up to 4,096 characters. An emoji counts one, or one for each part that it is made of.',
}

/**
 * What is wrong with the form, as far as it is to be shown: before drafting was tried only a text that is too long, and
 * an agent that is gone.
 * @param viewer the wallet of the session: whom it can see depends on it
 */
function useBriefErrors(values: BriefValues, viewer: string | null | undefined) {
  const [tried, setTried] = useState(false)
  const { agent } = values
  const known = useQuery({
    ...findAgentQuery(useApi(), agent?.id ?? '', viewer ?? null),
    enabled: agent !== null && viewer !== undefined,
  })
  const read = readBrief(values)
  const errors: BriefErrors = read.ok ? {} : read.errors
  if (agent && known.data === null)
    errors.agentId = 'This agent does not answer you any more. Choose another one.'
  const isTooLong = {
    agentId: agent !== null,
    topic: values.topic.trim().length > limits.socialTopic,
    source: values.source.trim().length > limits.socialSource,
  }
  return {
    errorOf: (field: BriefField) => (tried || isTooLong[field] ? errors[field] : undefined),
    /** What keeps the form from being sent. */
    errors,
    onTried: () => setTried(true),
  }
}

/** How many drafts are written side by side. */
function CountStepper({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  const step = (by: 1 | -1, label: string) => {
    const next = count + by
    const allowed = next >= 1 && next <= limits.socialDrafts
    return (
      <Button
        icon
        tone="quiet"
        aria-label={label}
        aria-disabled={!allowed}
        onClick={() => allowed && onChange(next)}
        className={allowed ? '' : 'opacity-50'}
      >
        {by === 1 ? <PlusIcon width={16} height={16} /> : <span aria-hidden="true">−</span>}
      </Button>
    )
  }
  return (
    <fieldset className="flex flex-none items-center">
      <legend className="sr-only">How many drafts, up to {limits.socialDrafts}</legend>
      {step(-1, 'One draft less')}
      <output className="display min-w-4 text-center text-[15px] font-semibold tabular-nums">
        {count}
        <span className="sr-only"> {count === 1 ? 'draft' : 'drafts'}</span>
      </output>
      {step(1, 'One draft more')}
    </fieldset>
  )
}
