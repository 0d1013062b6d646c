/** The rooms of the room-picker grid, with their purpose (section 2). */
export const rooms = [
  { id: 'create', title: 'Create Room', subtitle: 'Start a new agent room', code: 'RM-01', to: '/create' },
  { id: 'join', title: 'Join Room', subtitle: 'Connect to existing room', code: 'RM-02', to: '/join' },
  { id: 'control', title: 'Control Room', subtitle: 'Agent Control Center', code: 'RM-03', to: '/control' },
  { id: 'social', title: 'Social Room', subtitle: 'Social Media Agent', code: 'RM-04', to: '/social' },
  { id: 'chat', title: 'Chat Room', subtitle: 'Chat Agent Interface', code: 'RM-05', to: '/chat' },
  { id: 'swarm', title: 'Swarm Room', subtitle: 'Swarm Intelligence Hub', code: 'RM-06', to: '/swarm' },
] as const
