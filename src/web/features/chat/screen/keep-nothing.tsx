import { useId } from 'react'
import { Switch } from '../../../ui/form/switch.tsx'
import * as texts from '../texts.tsx'

export default function KeepNothing(props: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <Switch
        on={props.on}
        onChange={props.onChange}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-meaning`}
      />
      <div className="text-left text-sm leading-snug">
        <p id={`${id}-name`} className="text-text">
          {texts.dontSave}
        </p>
        <p id={`${id}-meaning`} className="text-muted">
          {props.on ? texts.conversationStaysPageEndsWhen : texts.conversationSavedYourWalletOnly}
        </p>
      </div>
    </div>
  )
}
