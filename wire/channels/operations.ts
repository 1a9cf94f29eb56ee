import { Type } from 'typebox';
import { BY_OPERATOR, type Operations } from '../operation.ts';
import { closed, OperatorPageQuery, Uuid } from '../shapes.ts';
import {
  Channel,
  ChannelChange,
  ChannelPage,
  Invitation,
  InvitedChannel,
  NewChannel,
  NewChannelTerms,
} from './schemas.ts';

const ChannelPath = Type.Object({ channel_id: Uuid }, closed);

export const OPERATOR_CHANNEL_OPERATIONS = {
  'operator.channels.create': {
    method: 'POST',
    path: '/api/operator/channels',
    ...BY_OPERATOR,
    summary: 'Create a channel and invite its owner',
    notes: 'Also answers the address at which the owner sets a password and gets the first key.',
    body: NewChannel,
    responses: { 201: InvitedChannel },
  },
  'operator.channels.list': {
    method: 'GET',
    path: '/api/operator/channels',
    ...BY_OPERATOR,
    summary: 'List channels',
    notes: 'Newest first, with the owner of each.',
    query: OperatorPageQuery,
    responses: { 200: ChannelPage },
  },
  'operator.channels.update': {
    method: 'PATCH',
    path: '/api/operator/channels/:channel_id',
    ...BY_OPERATOR,
    summary: 'Change a channel',
    notes:
      'What is left out stays as it is. An inactive channel is refused everywhere until it is active again. The budget ' +
      'factor holds for the keys of the channel itself, not for its merchants’ own keys or people.',
    params: ChannelPath,
    body: ChannelChange,
    example: { active: false },
    refusals: ['channel_not_found'],
    responses: { 200: Channel },
  },
  'operator.channels.terms': {
    method: 'PUT',
    path: '/api/operator/channels/:channel_id/terms',
    ...BY_OPERATOR,
    summary: "Set a channel's terms",
    notes:
      'What the channel is paid from now on. Every change is another version, and the same terms again are none. A ' +
      'statement is made by the version in force at the end of its month, or by the first there was after it; a channel ' +
      'without terms has no statements. An amount for each transaction is paid in its own currency alone.',
    params: ChannelPath,
    body: NewChannelTerms,
    example: { type: 'fee_share', description: '25 % of the platform fee', fee_share_basis_points: 2500 },
    refusals: ['channel_not_found'],
    responses: { 200: Channel },
  },
  'operator.channels.invite': {
    method: 'POST',
    path: '/api/operator/channels/:channel_id/invitations',
    ...BY_OPERATOR,
    summary: 'Issue a replacement invitation',
    notes: 'Invitations that were not redeemed stop working.',
    params: ChannelPath,
    refusals: ['channel_not_found'],
    responses: { 201: Invitation },
  },
} as const satisfies Operations;
