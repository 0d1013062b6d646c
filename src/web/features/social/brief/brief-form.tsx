import { type FormEvent, useEffect, useRef } from 'react'
import { type Tone, tones } from '../../../../shared/agent-basics.ts'
import { limits } from '../../../../shared/limits.ts'
import { platformRules, platforms } from '../../../../shared/social.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { type BriefValues, briefFields } from '../desk/brief-values.ts'
import { rememberAgent } from '../desk/desk-memory.ts'
import { countingWords } from '../platform-words.ts'
import type { ChooseAgent } from './agent-dialog.tsx'
import { AgentField } from './agent-field.tsx'
import { CountStepper } from './count-stepper.tsx'
import { SourceField } from './source-field.tsx'
import { useBriefErrors } from './use-brief-errors.ts'

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
