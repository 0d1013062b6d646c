import { Dialog } from '../../../ui/dialog.tsx'
import { RealmPanel, type RealmPanelProps } from './realm-panel.tsx'

/** The panel as a dialog where there is no room beside the messages; it is a sheet on a phone. */
export default function PanelSheet(props: RealmPanelProps & { onClose: () => void }) {
  return (
    <Dialog open width="narrow" title={props.room.realm.name} onClose={props.onClose}>
      <RealmPanel {...props} />
    </Dialog>
  )
}
