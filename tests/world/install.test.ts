import { expect, test } from 'vitest';
import { missingPackages } from '../../bin/install.mjs';

const machine = { platform: 'linux', arch: 'x64' };
const fastify = { version: '5.0.0' };

test('nothing is missing when every package is there in its version', () => {
  const lock = { packages: { '': { version: '0.1.0' }, 'node_modules/fastify': fastify } };
  expect(missingPackages(lock, { packages: { 'node_modules/fastify': fastify } }, machine)).toEqual([]);
});

test('a fresh clone misses every package', () => {
  const packages = {
    'node_modules/fastify': fastify,
    'node_modules/vitest': { version: '4.0.0', dev: true },
  };
  expect(missingPackages({ packages }, {}, machine)).toEqual(['node_modules/fastify', 'node_modules/vitest']);
});

test('another version counts as missing, also of an optional package', () => {
  const lock = { packages: { 'node_modules/a': { version: '2.0.0', optional: true } } };
  const installed = { packages: { 'node_modules/a': { version: '1.0.0', optional: true } } };
  expect(missingPackages(lock, installed, machine)).toEqual(['node_modules/a']);
});

test('an optional package for another machine is not missed, one for this machine is', () => {
  const linux = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] };
  const mac = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] };
  const lock = { packages: { 'node_modules/linux': linux, 'node_modules/mac': mac } };
  expect(missingPackages(lock, {}, machine)).toEqual(['node_modules/linux']);
  expect(missingPackages(lock, {}, { platform: 'darwin', arch: 'arm64' })).toEqual(['node_modules/mac']);
});

test('what npm may leave out anyway is not missed', () => {
  const packages = {
    'node_modules/any': { version: '1.0.0', optional: true },
    'node_modules/peer': { version: '1.0.0', peer: true },
    'node_modules/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  };
  expect(missingPackages({ packages }, {}, machine)).toEqual([]);
});
