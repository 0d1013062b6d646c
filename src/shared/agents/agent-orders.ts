/** By creation, by how many people with wallets talk with them now, or over a longer time (record 0048). */
export const agentOrders = ['newest', 'rising', 'talked'] as const
export type AgentOrder = (typeof agentOrders)[number]

export const agentOrderNames: Record<AgentOrder, string> = {
  newest: 'Newest',
  rising: 'Rising',
  talked: 'Most talked with',
}
