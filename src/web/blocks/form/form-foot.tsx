import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'

/** The buttons of a small form within a page: one sends it, one leaves everything as it was. */
export function FormFoot(props: { busy: boolean; send: string; sending: string; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" size="small" className="max-md:min-h-11" aria-disabled={props.busy}>
        {props.busy ? props.sending : props.send}
      </Button>
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onCancel}>
        {texts.cancel}
      </Button>
    </div>
  )
}
