import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LOOK_MS = 250;
const WAIT_MAX_MS = 600_000;

/** Runs `work` while no other process does that takes its turn by the same file, which names whose turn it is; the turn of a
 *  process that is gone is over. Waits for the others, ten minutes at most, and calls `onWait` once if it has to. Where no such
 *  file can be written nobody waits. Blocks the process: nothing else is to run before. */
export function inTurn(file, onWait, work) {
  const isOurs = takeTurn(file, onWait);
  const end = () => rmSync(file, { force: true });
  if (isOurs) process.once('exit', end);
  work();
  if (!isOurs) return;
  process.removeListener('exit', end);
  end();
}

/** Whether somebody's turn is not over. */
export function isTaken(file) {
  const holder = readHolder(file);
  return holder !== null && isAlive(holder);
}

function takeTurn(file, onWait) {
  let isTold = false;
  for (let waited = 0; waited < WAIT_MAX_MS; waited += LOOK_MS) {
    const outcome = tryTake(file);
    if (outcome !== 'taken') return outcome === 'ours';
    if (!isTaken(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isTold) onWait(readHolder(file));
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
  return false;
}

function tryTake(file) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return 'ours';
  } catch (error) {
    return error.code === 'EEXIST' && error.syscall === 'open' ? 'taken' : 'impossible';
  }
}

// Null where nobody has it. Who has it writes who it is a moment after having taken it.
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

// Who has not said yet who it is lives: number 0 is whoever asks.
function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
