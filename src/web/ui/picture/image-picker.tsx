import { type ReactNode, useId, useState } from 'react'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { Button } from '../button.tsx'
import { FieldError, RequiredMark } from '../form/field.tsx'
import { UploadIcon } from '../icons.tsx'
import * as texts from '../texts.ts'
import { imageTypes } from './image-file.ts'
import { useImageIntake } from './use-image-intake.ts'
import { useImagePreview } from './use-image-preview.ts'

interface Props {
  /** Of the address field, which takes the focus if the image is invalid. */
  name: string
  label: string
  file: File | null
  url: string
  /** Neither a file nor an address means the default image. */
  onChange: (file: File | null, url: string) => void
  /**
   * The address on this server that shows a picture of the web. The browser never requests another server. Without it
   * only files can be chosen.
   */
  lookUp?: (url: string) => Promise<string | null>
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  /** Another way to choose a picture, beside the file button. */
  children?: ReactNode
}

/**
 * Choosing a file clears the address, and the reverse. An address on this server is shown as a picture, not as text.
 */
export function ImagePicker(props: Props) {
  const id = useId()
  const intake = useImageIntake((file) => {
    setBroken('')
    props.onChange(file, '')
  })
  const preview = useImagePreview(props.file, props.url, props.lookUp ?? noPicture)
  const [broken, setBroken] = useState('')
  const fails = preview === null || (preview !== '' && preview === broken)
  const chosen = props.file !== null || (props.url !== '' && props.url !== DEFAULT_IMAGE_URL)
  const problem = intake.problem ?? props.error ?? (fails ? texts.imageNotLoaded : undefined)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="label mb-2 text-soft">
        {props.label}
        {props.required && <RequiredMark />}
      </legend>
      <div
        {...intake.dropTarget}
        className={`grid gap-4 border border-dashed p-4 transition-colors sm:grid-cols-[112px_minmax(0,1fr)] ${intake.over ? 'border-cyan bg-cyan/8' : 'border-line-strong'}`}
      >
        <img
          src={preview && !fails ? preview : DEFAULT_IMAGE_URL}
          alt={chosen && !fails ? texts.chosenPicture : texts.defaultPicture}
          width={112}
          height={112}
          onError={() => setBroken(preview ?? '')}
          className="cut size-28 bg-deep object-cover"
        />
        <div className="grid content-center gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FileButton id={id} problem={problem} onChoose={intake.take} />
            {props.children}
            {chosen && (
              <Button
                tone="quiet"
                size="small"
                className="max-md:min-h-11"
                onClick={() => {
                  intake.forget()
                  props.onChange(null, '')
                }}
              >
                {texts.removePicture}
              </Button>
            )}
            <span className="text-sm wrap-anywhere text-muted">
              {props.file ? props.file.name : texts.orDrop}
            </span>
          </div>
          {props.lookUp && (
            <AddressField
              {...{ id, problem, name: props.name, url: props.url }}
              onChange={(url) => {
                intake.forget()
                props.onChange(null, url)
              }}
            />
          )}
        </div>
      </div>
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {props.hint ?? (props.lookUp ? texts.fileOrAddress : texts.fileOnly)}
      </p>
    </fieldset>
  )
}

function FileButton(props: {
  id: string
  problem: string | undefined
  onChoose: (file: File | undefined) => void
}) {
  const { id, problem } = props
  return (
    <>
      <input
        id={`${id}-file`}
        type="file"
        accept={imageTypes.join()}
        className="peer sr-only"
        aria-describedby={problem && `${id}-problem`}
        onChange={(event) => {
          props.onChoose(event.target.files?.[0])
          event.target.value = '' // the same file again is a choice, too
        }}
      />
      <label
        htmlFor={`${id}-file`}
        className="button button-small cut hairline cursor-pointer max-md:min-h-11 peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-3 peer-focus-visible:outline-cyan"
      >
        <UploadIcon width={16} height={16} />
        {texts.chooseFile}
      </label>
    </>
  )
}

function AddressField(props: {
  id: string
  name: string
  url: string
  problem: string | undefined
  onChange: (url: string) => void
}) {
  const { id, problem } = props
  return (
    <>
      <label htmlFor={`${id}-url`} className="sr-only">
        {texts.imageAddress}
      </label>
      <input
        id={`${id}-url`}
        name={props.name}
        className="input"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.addressExample}
        value={props.url.startsWith('/') ? '' : props.url}
        aria-invalid={problem !== undefined}
        aria-describedby={[problem && `${id}-problem`, `${id}-hint`].filter(Boolean).join(' ')}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </>
  )
}

const noPicture = async () => null
