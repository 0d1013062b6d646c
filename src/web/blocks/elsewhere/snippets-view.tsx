import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { CodeBlock } from '../../ui/markdown/code-block.tsx'
import * as texts from '../texts.ts'
import { baseUrl, type Program, programs, snippetFor } from './snippets.ts'

export function SnippetsView(props: {
  model: string
  /** The key, or what stands for it where it is not known. */
  apiKey: string
}) {
  const [program, setProgram] = useState<Program>('curl')
  const { origin } = window.location
  const { steps, code, language } = snippetFor(program, { origin, model: props.model, key: props.apiKey })
  return (
    <div className="grid min-w-0 gap-5">
      <dl className="grid gap-x-6 gap-y-4 sm:gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Value name={texts.baseUrl} text={baseUrl(origin)} />
        <Value name={texts.model} text={props.model} />
      </dl>
      <ChoiceField
        name="program"
        label={texts.program}
        look="chips"
        choices={programs}
        value={program}
        onChange={setProgram}
      />
      <div className="grid min-w-0 gap-3" aria-live="polite">
        {steps.map((step) => (
          <p key={step} className="text-sm text-soft">
            {step}
          </p>
        ))}
        <div className="prose min-w-0">
          <CodeBlock code={code} language={language} finished />
        </div>
      </div>
    </div>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <div className="grid gap-2 sm:contents">
      <dt className="label self-center">{name}</dt>
      <dd className="flex min-w-0 items-center justify-between gap-3 border border-line bg-deep py-1 pr-1 pl-3.5">
        <code className="min-w-0 overflow-x-auto font-mono text-[0.84375rem] whitespace-nowrap">{text}</code>
        <CopyButton text={text} label={texts.copyValue(name)} />
      </dd>
    </div>
  )
}
