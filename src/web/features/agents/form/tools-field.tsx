import { Suspense, useState } from 'react'
import { FieldError, type FieldProps } from '../../../ui/form/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as agentTexts from '../texts.ts'
import { noTools, toolsOf } from '../tools/tool-values.ts'
import { FormSection } from './form-section.tsx'
import * as texts from './texts.ts'

const ToolChoices = lazyPart(() => import('../tools/tool-choices.tsx'))

/** What the agent may do besides answering, in a section of its own. What it offers is loaded when it is opened. */
export function ToolsField(field: FieldProps<string>) {
  const [wasOpened, setOpened] = useState(false)
  const { own, servers } = toolsOf(field.value) ?? noTools
  return (
    <FormSection
      title={agentTexts.toolsSection}
      summary={texts.toolsSummary(own.length, servers.length)}
      faulty={field.error !== undefined}
      onOpen={() => setOpened(true)}
    >
      {/* A refusal leads the focus here. */}
      <fieldset
        name={field.name}
        tabIndex={-1}
        aria-label={agentTexts.toolsSection}
        aria-describedby={field.error && 'tools-error'}
        className="grid min-w-0 gap-6 outline-none"
      >
        <FieldError id="tools-error">{field.error}</FieldError>
        {wasOpened && (
          <Suspense fallback={<div aria-busy="true" className="skeleton h-80" />}>
            <ToolChoices value={field.value} onChange={field.onChange} />
          </Suspense>
        )}
      </fieldset>
    </FormSection>
  )
}
