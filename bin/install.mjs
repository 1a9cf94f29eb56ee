// Runs before anything is installed, on Node 20 or newer: no packages, no TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inTurn, isTaken } from './turn.mjs';

const NODE_WE_RUN_ON = 24;

/** The packages of a lock file that this machine needs and `installed`, the record npm keeps of what it
 *  put into node_modules, does not have in the same version.
 *  @param {{packages?: Record<string, any>}} lock
 *  @param {{packages?: Record<string, any>}} installed
 *  @param {{platform: string, arch: string}} machine
 *  @returns {string[]} their folders, as in the lock file */
export function missingPackages(lock, installed, machine) {
  const present = installed.packages ?? {};
  return Object.entries(lock.packages ?? {})
    .filter(([folder]) => folder !== '')
    .filter(([folder, entry]) => present[folder] !== undefined || isNeeded(entry, machine))
    .filter(([folder, entry]) => present[folder]?.version !== entry.version)
    .map(([folder]) => folder);
}

// npm leaves an optional package out when it is not for this machine, and may leave it out when it is for
// every machine; one that is for exactly this machine (a database, a compiler) is needed.
function isNeeded(entry, machine) {
  if (!entry.optional && !entry.devOptional && !entry.peer) return true;
  if (!entry.os || !entry.cpu || entry.libc) return false;
  return entry.os.includes(machine.platform) && entry.cpu.includes(machine.arch);
}

/** Installs what is missing in `root`, showing npm's own progress on stderr, and ends this process when
 *  that fails. Of several commands that are started at once one installs, and the others wait for it. */
export function ensureInstalled(root) {
  const turn = path.join(root, '.fairway', 'installing');
  if (isInstalled(root) && !isTaken(turn)) return;
  const onWait = (holder) =>
    console.error(`Waiting for another command (${holder}), which installs the packages.`);
  inTurn(turn, onWait, () => install(root));
}

function isInstalled(root) {
  return findMissing(root).length === 0 && hasNode(root);
}

function hasNode(root) {
  return isNewEnough() || existsSync(ownNode(root));
}

function install(root) {
  const missing = findMissing(root);
  if (missing.length > 0) {
    const what = missing.length === 1 ? '1 package' : `${missing.length} packages`;
    console.error(
      `Installing ${what} (npm ci), once. This takes about half a minute, more while the machine is busy.`,
    );
    run(npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']), root);
  }
  if (!hasNode(root)) fetchNode(root);
}

function findMissing(root) {
  const lock = readJson(path.join(root, 'package-lock.json'));
  if (!lock) fail(`${root} has no package-lock.json: this is not a complete checkout.`);
  const installed = readJson(path.join(root, 'node_modules', '.package-lock.json')) ?? {};
  const missing = missingPackages(lock, installed, process);
  const gone = Object.keys(installed.packages ?? {}).filter((folder) => !existsSync(path.join(root, folder)));
  return [...new Set([...missing, ...gone])];
}

// npm may be told to run no install scripts; the one that brings Node is then run here.
function fetchNode(root) {
  console.error(`Fetching Node ${NODE_WE_RUN_ON}.`);
  const folder = path.join(root, 'node_modules', 'node');
  run({ command: process.execPath, flags: ['installArchSpecificPackage.js'] }, folder);
  if (!existsSync(ownNode(root))) fail(`Node ${NODE_WE_RUN_ON} could not be installed: install it yourself.`);
}

/** The Node to run our programs on: this one when it is new enough, else the installed package's. */
export function chooseNode(root) {
  return isNewEnough() ? process.execPath : ownNode(root);
}

export function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NODE_WE_RUN_ON;
}

function ownNode(root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(root, 'node_modules', 'node', 'bin', name);
}

/** How npm is called for these flags. Below `npm start` npm says which file and which Node it is; that Node is outside
 *  node_modules and so outlives the install, which removes the one inside.
 *  @param {string[]} flags
 *  @returns {{command: string, flags: string[]}} */
export function npmCommand(flags) {
  const { npm_execpath: file, npm_node_execpath: node } = process.env;
  if (file && node && existsSync(node)) return { command: node, flags: [file, ...flags] };
  return { command: 'npm', flags };
}

function run({ command, flags }, folder) {
  // Our stdout belongs to the program that follows.
  const stdio = ['ignore', 2, 2];
  const shell = process.platform === 'win32' && command === 'npm';
  const result = spawnSync(command, flags, { cwd: folder, stdio, shell });
  if (result.error) fail(`${command} could not be run: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${flags.join(' ')} failed.`, result.status ?? 1);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function fail(sentence, status = 1) {
  console.error(sentence);
  process.exit(status);
}
