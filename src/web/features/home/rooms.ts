import * as texts from './texts.ts'

/** The rooms of the room-picker grid, with their purpose (section 2) and a line that says what is behind each. */
export const rooms = [
  {
    id: 'create',
    title: texts.createTitle,
    subtitle: texts.createSubtitle,
    line: texts.createLine,
    code: 'RM-01',
    to: '/create',
  },
  {
    id: 'join',
    title: texts.joinTitle,
    subtitle: texts.joinSubtitle,
    line: texts.joinLine,
    code: 'RM-02',
    to: '/join',
  },
  {
    id: 'control',
    title: texts.controlTitle,
    subtitle: texts.controlSubtitle,
    line: texts.controlLine,
    code: 'RM-03',
    to: '/control',
  },
  {
    id: 'social',
    title: texts.socialTitle,
    subtitle: texts.socialSubtitle,
    line: texts.socialLine,
    code: 'RM-04',
    to: '/social',
  },
  {
    id: 'chat',
    title: texts.chatTitle,
    subtitle: texts.chatSubtitle,
    line: texts.chatLine,
    code: 'RM-05',
    to: '/chat',
  },
  {
    id: 'swarm',
    title: texts.swarmTitle,
    subtitle: texts.swarmSubtitle,
    line: texts.swarmLine,
    code: 'RM-06',
    to: '/swarm',
  },
] as const
