import { describeRail } from '../conformance/describe-rail.fixture.ts';
import { startWallet } from './driver.fixture.ts';

describeRail('the wallet', startWallet);
