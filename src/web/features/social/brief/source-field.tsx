import { useId, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { Field } from '../../../ui/form/field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** The text behind a link, pasted in; folded away until it is wanted, or there is some. */
export function SourceField(props: {
  text: string
  error: string | undefined
  onChange: (text: string) => void
}) {
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const open = unfolded || props.text !== ''
  return (
    <>
      {!open && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={id}
          onClick={() => {
            setUnfolded(true)
            // The field is there once this has been drawn.
            window.setTimeout(() => document.getElementById(id)?.querySelector('textarea')?.focus())
          }}
          className="-mx-2 inline-flex min-h-8 items-center gap-2 justify-self-start px-2 text-[13px] text-muted transition-colors hover:text-cyan max-md:min-h-11"
        >
          <PlusIcon width={15} height={15} />
          Paste the text of a link
        </button>
      )}
      <div id={id} hidden={!open} className="mt-2">
        {open && (
          <Field
            label="Text of a link"
            hint="Paste what the page says. No link is opened for you."
            error={props.error}
            count={{ used: props.text.trim().length, max: limits.socialSource }}
          >
            {(field) => (
              <textarea
                {...field}
                name="source"
                rows={3}
                autoComplete="off"
                value={props.text}
                onChange={(event) => props.onChange(event.target.value)}
                className="input field-sizing-content max-h-72 min-h-[calc(3lh+24px)] resize-y"
              />
            )}
          </Field>
        )}
      </div>
    </>
  )
}
