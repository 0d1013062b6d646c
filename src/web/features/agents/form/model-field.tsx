import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import type { ModelChoice } from '../../../../shared/models/model-choice.ts'
import { efforts, partsOfRef, replyLengths } from '../../../../shared/models/model-ref.ts'
import { modelsQuery } from '../../../blocks/models/models-query.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Field, type FieldProps } from '../../../ui/form/field.tsx'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { choiceOf, noChoice, typedChoice } from './model-values.ts'
import * as texts from './texts.ts'

const ModelDialog = lazyPart(() => import('../../../blocks/models/model-dialog.tsx'))

/** Which model answers as the agent, and how. */
export function ModelField(field: FieldProps<string>) {
  const [choosing, setChoosing] = useState(false)
  const choice = choiceOf(field.value) ?? noChoice
  const { ref } = choice
  const isGone = useIsGone(ref)
  const change = (changed: Partial<ModelChoice>) => field.onChange(typedChoice({ ...choice, ...changed }))
  const own = ref !== null && partsOfRef(ref).keyId !== null
  return (
    <div className="grid gap-4">
      <Field
        label={agentFields.model.label}
        error={field.error}
        hint={isGone ? texts.modelGoneHint : own ? texts.ownKeyHint : texts.modelHint}
      >
        {(control) => (
          <button
            {...control}
            aria-label={`${agentFields.model.label}: ${ref === null ? texts.modelOfPlace : partsOfRef(ref).model}`}
            type="button"
            name={field.name}
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
            className="input flex items-center justify-between gap-3 text-left"
          >
            <span className={`min-w-0 truncate ${isGone ? 'text-warning' : ''}`}>
              {ref === null ? texts.modelOfPlace : partsOfRef(ref).model}
            </span>
            <ArrowDownIcon width={16} height={16} className="flex-none text-muted" />
          </button>
        )}
      </Field>
      <Settings choice={choice} change={change} />
      {choosing && (
        <Suspense fallback={null}>
          <ModelDialog
            title={texts.whichModel}
            agent={null}
            value={ref}
            none={texts.modelOfPlace}
            onChoose={(chosen) => change({ ref: chosen })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Whether a chosen model can't be chosen any more; false while that is not known. */
function useIsGone(ref: string | null): boolean {
  const viewer = useViewer() ?? null
  const { data } = useQuery({ ...modelsQuery(useApi(), viewer, null), enabled: ref !== null })
  if (ref === null || !data) return false
  const { keyId } = partsOfRef(ref)
  // A key answers with models that its provider does not list, too.
  if (keyId !== null) return !data.own.some((model) => partsOfRef(model.ref).keyId === keyId)
  return !data.place.some((model) => model.ref === ref)
}

const effortChoices = [
  { value: 'usual' as const, label: texts.asUsual },
  ...efforts.map((value) => ({ value, label: texts.effortNames[value] })),
]

function Settings(props: { choice: ModelChoice; change: (changed: Partial<ModelChoice>) => void }) {
  const { choice, change } = props
  const { temperature, length, effort } = choice
  const isSet = temperature !== null || length !== null || effort !== null
  return (
    <details className="group/settings" open={isSet || undefined}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-sm text-soft transition-colors hover:text-text [&::-webkit-details-marker]:hidden">
        <ArrowDownIcon
          width={14}
          height={14}
          className="flex-none transition-transform duration-200 group-open/settings:rotate-180"
        />
        {texts.modelSettings}
      </summary>
      <div className="grid gap-5 pt-3">
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            label={texts.temperature}
            hint={texts.temperatureHint}
            value={temperature}
            min={0}
            max={2}
            step={0.1}
            onChange={(value) => change({ temperature: value })}
          />
          <NumberField
            label={texts.replyLength}
            hint={texts.replyLengthHint}
            value={length}
            {...replyLengths}
            step={1}
            onChange={(value) => change({ length: value })}
          />
        </div>
        <ChoiceField
          name="effort"
          label={texts.effort}
          look="chips"
          choices={effortChoices}
          value={effort ?? 'usual'}
          onChange={(value) => change({ effort: value === 'usual' ? null : value })}
        />
      </div>
    </details>
  )
}

/** Empty for what the place has. What is typed stays as it is written, until the form gets another number. */
function NumberField(props: {
  label: string
  hint: string
  value: number | null
  min: number
  max: number
  step: number
  onChange: (value: number | null) => void
}) {
  const { label, hint, value, onChange, ...bounds } = props
  const [shown, setShown] = useState({ value, edition: 0 })
  // As when a version was restored, or the agent was changed elsewhere.
  if (shown.value !== value) setShown({ value, edition: shown.edition + 1 })
  const change = (next: number | null) => {
    setShown({ ...shown, value: next })
    onChange(next)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          key={shown.edition}
          {...control}
          {...bounds}
          type="number"
          inputMode="decimal"
          placeholder={texts.asUsual}
          className="input tabular-nums"
          defaultValue={value ?? ''}
          onChange={({ target }) => change(target.value === '' ? null : target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
